import { UnpackedTooMuch } from './packing.js';

// A text packs to a tenth, one that repeats itself to a hundredth: what gives more than this is a bomb.
const mostTimes = 1000;
const allowedBytes = 64 * 2 ** 20;

/** How much a packed file may give: 1,000 times its size and 64 MiB. */
export class UnpackedBudget {
  readonly most: number;
  #taken = 0;

  constructor(packedBytes: number) {
    this.most = mostTimes * packedBytes + allowedBytes;
  }

  /** Counts so many bytes more. @throws UnpackedTooMuch when they are too many. */
  take(bytes: number): void {
    this.#taken += bytes;
    if (this.#taken <= this.most) return;
    const times = `${mostTimes} times its size, which no honest file does`;
    throw new UnpackedTooMuch(`it unpacks to more than ${this.most} bytes: ${times}`);
  }
}
