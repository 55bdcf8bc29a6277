import { createHash } from 'node:crypto';
import { sfc32 } from '../../src/core/statistics/random-numbers.js';
import { mutated } from './mutate.js';

/** For tests: a reader of what strangers wrote, and what it promises whatever they wrote. */
export interface FuzzedParser {
  /** What `npm run fuzz` calls it, and the folder of its kept cases. */
  readonly name: string;
  /** What cases are made from. */
  corpus(): readonly Buffer[];
  /** Reads a case; throws for a promise that is broken, or what the parser throws. */
  read(bytes: Buffer): void | Promise<void>;
  /** Whether an error is one that the parser says it throws. */
  isDeclared?(error: unknown): boolean;
}

/** A case that the parser did not stand. */
interface Failure {
  readonly parser: string;
  /** Its number; -1 for one that was kept. */
  readonly number: number;
  readonly bytes: Buffer;
  readonly reason: string;
}

/** What a run gave. */
export interface FuzzRun {
  readonly failures: readonly Failure[];
  readonly slowestMs: number;
}

/** No case may take longer; a parser takes a thousandth of it. */
const longestMs = 2000;

/** Reads generated cases, from `first` on: the same cases for the same seed, whatever else is read. */
export async function fuzzParser(
  parser: FuzzedParser,
  { seed, first, cases, onCase }: { seed: number; first: number; cases: number; onCase?: (number: number) => void },
): Promise<FuzzRun> {
  const corpus = parser.corpus();
  const failures: Failure[] = [];
  let slowestMs = 0;
  for (let number = first; number < first + cases; number++) {
    onCase?.(number);
    const bytes = caseOf(parser, corpus, seed, number);
    const start = performance.now();
    const reason = await failureOf(parser, bytes);
    const ms = performance.now() - start;
    slowestMs = Math.max(slowestMs, ms);
    if (reason !== undefined) failures.push({ parser: parser.name, number, bytes, reason });
    else if (ms > longestMs)
      failures.push({ parser: parser.name, number, bytes, reason: `it took ${ms.toFixed(0)} ms` });
  }
  return { failures, slowestMs };
}

/** The case of a number. */
export function caseOf(parser: FuzzedParser, corpus: readonly Buffer[], seed: number, number: number): Buffer {
  const word = createHash('sha256').update(parser.name).digest().readUInt32LE(0);
  return mutated(corpus, sfc32([word, seed >>> 0, number >>> 0, 1]));
}

/** Why the parser does not stand a case; undefined when it does. */
export async function failureOf(parser: FuzzedParser, bytes: Buffer): Promise<string | undefined> {
  try {
    await parser.read(bytes);
    return undefined;
  } catch (error) {
    if (parser.isDeclared?.(error) === true) return undefined;
    return error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}`.slice(0, 2000) : String(error);
  }
}
