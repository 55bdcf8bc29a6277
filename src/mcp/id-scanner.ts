/** The id of a request. */
export type MessageId = string | number;

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [comma, openList, closeList, openRecord, closeRecord] = [0x2c, 0x5b, 0x5d, 0x7b, 0x7d];
/** A longer key is not "id", and a longer id is not found. */
const mostKept = 200;

/** Finds the id of a JSON-RPC message in its bytes, part by part, without keeping them: the "id" of the outermost record. */
export class IdScanner {
  /** Undefined until it is found. */
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
