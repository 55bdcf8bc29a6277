import type { TrinoAnswer } from './trino-answer.js';

/** What one statement may take: a server that loops, stalls or never ends is given up. */
export interface TrinoLimits {
  /** The longest wait for one answer, in milliseconds. */
  readonly requestMs: number;
  /** The longest time in which neither rows nor progress come, in milliseconds. */
  readonly idleMs: number;
  /** Answers in a row without rows. */
  readonly emptyPages: number;
  /** Answers in all. */
  readonly pages: number;
  /** Bytes of one answer. */
  readonly answerBytes: number;
  /** Bytes of all answers that are kept in memory together. */
  readonly keptBytes: number;
}

/** The limits of every statement, unless a test sets others. */
export const usualLimits: TrinoLimits = {
  requestMs: 2 * 60_000,
  idleMs: 15 * 60_000,
  emptyPages: 20_000,
  pages: 200_000,
  answerBytes: 64 * 2 ** 20,
  keptBytes: 512 * 2 ** 20,
};

/** The course of one statement, held against the limits. */
export class TrinoCourse {
  readonly #limits: TrinoLimits;
  readonly #mostBytes: number;
  readonly #asked = new Set<string>();
  #pages = 0;
  #empty = 0;
  #bytes = 0;
  #progress = '';
  #movedAt = performance.now();

  constructor(limits: TrinoLimits, mostBytes: number) {
    this.#limits = limits;
    this.#mostBytes = mostBytes;
  }

  /** The limit that an answer exceeds, in words; undefined when the statement may go on. */
  excess({ data, share, found, bytes }: TrinoAnswer, next: string | undefined): string | undefined {
    const { pages, emptyPages, idleMs } = this.#limits;
    this.#pages += 1;
    this.#bytes += bytes;
    if (this.#bytes > this.#mostBytes) return `sent more than ${this.#mostBytes} bytes of rows`;
    if (next === undefined) return undefined;
    if (this.#asked.has(next)) return `leads in a circle: an answer continues at ${next}, which was asked before`;
    this.#asked.add(next);
    if (this.#pages >= pages) return `did not come to an end within ${pages} answers`;
    const hasRows = (data?.length ?? 0) > 0;
    this.#empty = hasRows ? 0 : this.#empty + 1;
    if (this.#empty >= emptyPages) return `sent ${emptyPages} answers without a row`;
    const progress = `${share} ${found}`;
    if (hasRows || progress !== this.#progress) this.#movedAt = performance.now();
    this.#progress = progress;
    if (performance.now() - this.#movedAt > idleMs) return `made no progress within ${idleMs / 1000} seconds`;
    return undefined;
  }
}
