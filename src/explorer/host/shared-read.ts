/**
 * Reads again when it is asked to, never twice at once. Whoever asks while a read is under way waits for the next one, which
 * all of them share: a read that had begun before may have missed what changed since.
 */
export class SharedRead<Result> {
  readonly #read: () => Promise<Result>;
  readonly #rest: () => Promise<void>;
  #free: Promise<unknown> = Promise.resolve();
  #next: Promise<Result> | undefined;

  /** @param rest Begins with each read; the next one does not begin before it ends. */
  constructor(read: () => Promise<Result>, rest: () => Promise<void>) {
    this.#read = read;
    this.#rest = rest;
  }

  /** The result of a read that begins after this call. */
  fresh(): Promise<Result> {
    this.#next ??= this.#free.then(() => {
      this.#next = undefined;
      const reading = this.#read();
      this.#free = Promise.allSettled([reading, this.#rest()]);
      return reading;
    });
    return this.#next;
  }
}
