// Text usually compresses to a tenth of its size, repetitive text to a hundredth. A thousandth is a bomb.
const mostTimes = 1000;
const allowedBytes = 64 * 2 ** 20;
// Every row has its own id or result, which takes space, so a small file can't contain millions.
const mostRowsPerByte = 2;
const allowedRows = 1_000_000;

/** How much a compressed file may unpack to: 1,000 times its size plus 64 MiB, and two rows per byte plus a million. */
export class UnpackedBudget {
  readonly mostBytes: number;
  readonly #mostRows: number;
  #bytes = 0;
  #rows = 0;

  constructor(packedBytes: number) {
    this.mostBytes = mostTimes * packedBytes + allowedBytes;
    this.#mostRows = mostRowsPerByte * packedBytes + allowedRows;
  }

  /** Counts more bytes. @throws UnpackedTooMuch if there are too many. */
  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.mostBytes) return;
    const times = `${mostTimes} times its size, which is not plausible for a real file`;
    throw new UnpackedTooMuch(`the file unpacks to more than ${this.mostBytes} bytes: ${times}`);
  }

  /** Counts more rows or lines. @throws UnpackedTooMuch if there are too many. */
  takeRows(rows: number): void {
    this.#rows += rows;
    if (this.#rows <= this.#mostRows) return;
    throw new UnpackedTooMuch(`the file claims to have more than ${this.#mostRows} rows, too many for its size`);
  }
}

/** The compression of a text. */
export type Packing = 'gzip' | 'zstd';

/** A compressed file that unpacks to so much more than its size that it must be malicious. */
export class UnpackedTooMuch extends Error {
  override readonly name = 'UnpackedTooMuch';
}
