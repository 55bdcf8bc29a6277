import { isUtf8 } from 'node:buffer';
import { blocksOf } from '../../disk/open-regular.js';
import type { TableRow } from './read-table.js';

/**
 * The objects of a JSON lines file, or of its bytes; blank lines are skipped, and a line that is not JSON is returned
 * as an Error.
 */
export function* readJsonLines(
  file: string | Iterable<Buffer>,
  longestBytes = longestLineBytes,
  parse: (text: string) => unknown = JSON.parse,
): Generator<TableRow> {
  const lines = new Lines(longestBytes);
  for (const block of typeof file === 'string' ? blocksOf(file, {}) : file) yield* rowsIn(lines.next(block), parse);
  yield* rowsIn(lines.end(), parse);
}

/** The objects of JSON lines in bytes that arrive asynchronously. */
export async function* readJsonLinesFrom(
  blocks: AsyncIterable<Buffer>,
  parse: (text: string) => unknown = JSON.parse,
): AsyncGenerator<TableRow> {
  const lines = new Lines(longestLineBytes);
  for await (const block of blocks) yield* rowsIn(lines.next(block), parse);
  yield* rowsIn(lines.end(), parse);
}

function* rowsIn(lines: Iterable<Line>, parse: (text: string) => unknown): Generator<TableRow> {
  for (const { number, text } of lines) {
    if (text.trim() === '') continue;
    let data: unknown;
    try {
      data = parse(text);
    } catch (cause) {
      data = new Error(`the line is not JSON: ${(cause as Error).message}`);
    }
    yield { number, data };
  }
}

interface Line {
  readonly number: number;
  readonly text: string;
}

const byteOrderMark = 0xfeff;
const longestLineBytes = 64 * 1024 * 1024;

/** Splits blocks of bytes into lines. @throws Error if a line is not UTF-8, or is too long. */
class Lines {
  #number = 0;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  readonly #longestBytes: number;

  constructor(longestBytes: number) {
    this.#longestBytes = longestBytes;
  }

  /** The lines that end in the next block. */
  *next(block: Buffer): Generator<Line> {
    let start = 0;
    for (let end = block.indexOf(0x0a); end !== -1; end = block.indexOf(0x0a, start)) {
      this.#keep(block.subarray(start, end));
      yield this.#line();
      start = end + 1;
    }
    // The next block overwrites this one.
    if (start < block.length) this.#keep(Buffer.from(block.subarray(start)));
  }

  /** The last line, if unterminated. */
  *end(): Generator<Line> {
    if (this.#keptBytes > 0) yield this.#line();
  }

  #keep(part: Buffer): void {
    this.#kept.push(part);
    this.#keptBytes += part.length;
    if (this.#keptBytes > this.#longestBytes) {
      throw new Error(`line ${this.#number + 1} is longer than ${this.#longestBytes} bytes`);
    }
  }

  #line(): Line {
    const [first] = this.#kept;
    const whole = this.#kept.length === 1 && first !== undefined ? first : Buffer.concat(this.#kept);
    const number = ++this.#number;
    this.#kept = [];
    this.#keptBytes = 0;
    if (!isUtf8(whole)) throw new Error(`line ${number} is not UTF-8 text`);
    const text = whole.toString('utf8');
    const start = number === 1 && text.charCodeAt(0) === byteOrderMark ? 1 : 0;
    return { number, text: text.slice(start, text.endsWith('\r') ? -1 : undefined) };
  }
}
