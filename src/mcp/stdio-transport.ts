import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { deepestNesting, isNestedTooDeeply, isRecord } from '../core/model/record.js';
import { IdScanner, type MessageId } from './id-scanner.js';

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
  /** Finds the id of a message that is too long to keep. */
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
      const limit = `The message has ${bytes} bytes; at most ${this.#mostBytes} are read.`;
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
