import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { deepestNesting, isNestedTooDeeply, isRecord } from '../core/model/record.js';

/** A plan has at most 4 MiB, which JSON may double. */
const largestMessageBytes = 10 * 2 ** 20;
const lineFeed = 0x0a;

/**
 * JSON messages over standard input and output, one per line. A message that is too long, too deep or invalid is
 * answered with an error, and the server continues.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: NodeJS.ReadableStream;
  readonly #output: NodeJS.WritableStream;
  readonly #mostBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #scanner: IdScanner | undefined;

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, mostBytes = largestMessageBytes) {
    this.#input = input;
    this.#output = output;
    this.#mostBytes = mostBytes;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#take).on('error', this.#fail);
  }

  async close(): Promise<void> {
    this.#input.off('data', this.#take).off('error', this.#fail);
    this.#input.pause();
    this.onclose?.();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve) => {
      if (this.#output.write(`${JSON.stringify(message)}\n`)) resolve();
      else this.#output.once('drain', resolve);
    });
  }

  readonly #fail = (error: Error): void => this.onerror?.(error);

  readonly #take = (chunk: Buffer | string): void => {
    const bytes = Buffer.from(chunk as Buffer);
    let from = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, from)) {
      this.#add(bytes.subarray(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#add(bytes.subarray(from));
  };

  #add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#scanner === undefined && this.#bytes > this.#mostBytes) {
      this.#scanner = new IdScanner();
      for (const each of this.#parts) this.#scanner.scan(each);
      this.#parts = [];
    }
    if (this.#scanner === undefined) this.#parts.push(part);
    else this.#scanner.scan(part);
  }

  #endLine(): void {
    const [scanner, bytes, parts] = [this.#scanner, this.#bytes, this.#parts];
    [this.#scanner, this.#bytes, this.#parts] = [undefined, 0, []];
    if (scanner !== undefined) {
      const limit = `The message has ${bytes} bytes; the limit is ${this.#mostBytes}.`;
      this.#refuse(ErrorCode.InvalidRequest, limit, scanner.id);
      return;
    }
    const text = Buffer.concat(parts).toString('utf8').trim();
    if (text !== '') this.#receive(text);
  }

  #receive(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.#refuse(ErrorCode.ParseError, 'The message is not JSON.');
      return;
    }
    const id = isRecord(message) ? idOf(message['id']) : undefined;
    if (isNestedTooDeeply(message)) {
      const limit = `The message is nested more than ${deepestNesting} levels deep.`;
      this.#refuse(ErrorCode.InvalidRequest, limit, id);
      return;
    }
    const { data } = JSONRPCMessageSchema.safeParse(message);
    if (data === undefined) this.#refuse(ErrorCode.InvalidRequest, 'The message is not JSON-RPC 2.0.', id);
    else this.onmessage?.(data);
  }

  #refuse(code: number, message: string, id?: MessageId): void {
    this.onerror?.(new Error(message));
    // JSON-RPC has null for the id of a message whose id is not known.
    void this.send({ jsonrpc: '2.0', id: id ?? null, error: { code, message } } as JSONRPCMessage);
  }
}

function idOf(value: unknown): MessageId | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

type MessageId = string | number;

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [comma, openList, closeList, openRecord, closeRecord] = [0x2c, 0x5b, 0x5d, 0x7b, 0x7d];
/** A longer key is not "id", and a longer id is not found. */
const mostKept = 200;

/** Finds the id of a JSON-RPC message in its bytes, part by part, without keeping them: the "id" of the outermost record. */
class IdScanner {
  id: MessageId | undefined;
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  /** The last text or number at the outermost level, as JSON. */
  #token = '';
  /** The key whose value comes next. */
  #key: string | undefined;

  scan(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#inText) this.#continueText(byte);
      else this.#takeSign(byte);
    }
  }

  #continueText(byte: number): void {
    this.#keep(byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#inText = false;
  }

  #takeSign(byte: number): void {
    switch (byte) {
      case quote:
        this.#inText = true;
        this.#keep(byte);
        return;
      case openList:
      case openRecord:
        this.#depth += 1;
        return;
      case closeList:
      case closeRecord:
        this.#endValue();
        this.#depth -= 1;
        return;
      case colon:
        if (this.#depth === 1) [this.#key, this.#token] = [this.#token.trim(), ''];
        return;
      case comma:
        this.#endValue();
        return;
      default:
        this.#keep(byte);
    }
  }

  #endValue(): void {
    if (this.#depth !== 1) return;
    const value = this.#key === '"id"' ? parsed(this.#token) : undefined;
    if (typeof value === 'string' || typeof value === 'number') this.id = value;
    [this.#key, this.#token] = [undefined, ''];
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#token.length < mostKept) this.#token += String.fromCharCode(byte);
  }
}

function parsed(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'latin1').toString('utf8'));
  } catch {
    return undefined;
  }
}
