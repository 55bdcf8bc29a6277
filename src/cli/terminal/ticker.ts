import { writeSync } from '../../disk/file-access.js';

/** When a line appears, and how often it is written anew, in milliseconds. */
export interface TickerTimes {
  readonly silentMs: number;
  readonly betweenMs: number;
}

const usualTimes: TickerTimes = { silentMs: 1000, betweenMs: 250 };
const standardError = 2;

/**
 * Does a piece of work that cannot tell how far it has come. On a terminal a line says what is done and for how long, once
 * that takes more than a second; it is gone when the work is.
 */
export async function withTicker<Result>(words: string, work: () => Result | Promise<Result>): Promise<Result> {
  if (process.stderr.isTTY !== true) return await work();
  const ticker = startTicker(words, standardError);
  try {
    return await work();
  } finally {
    ticker.end();
  }
}

/**
 * Begins to show that work goes on. A thread of its own writes the line, because the work keeps the main one from writing.
 *
 * @param file The number of the open file that it is written to.
 */
export function startTicker(words: string, file: number, times: TickerTimes = usualTimes): { end(): void } {
  const turn = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  // Loaded here, because most commands are done before anything is shown.
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const worker = new Worker(threadText, { eval: true, workerData: { words, file, turn, ...times } });
  worker.unref();
  return {
    end: () => {
      // Once this thread has the turn it keeps it, and nothing is written any more.
      while (Atomics.compareExchange(turn, 0, free, taken) !== free) Atomics.wait(turn, 0, taken, 1);
      if (Atomics.load(turn, 1) > 0) clearLine(file);
      void worker.terminate();
    },
  };
}

function clearLine(file: number): void {
  try {
    writeSync(file, '\r\u001b[K');
  } catch {
    // A line that stays is no reason to fail.
  }
}

const free = 0;
const taken = 1;

/** The first of the two shared numbers says whether somebody writes, the second how often the line was written. */
const threadText = `
const { workerData: { words, file, turn, silentMs, betweenMs } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const start = performance.now();
const clear = '\\r\\u001b[K';
const write = (text) => {
  if (Atomics.compareExchange(turn, 0, 0, 1) !== 0) return false;
  try { writeSync(file, text); } catch {}
  Atomics.add(turn, 1, 1);
  Atomics.store(turn, 0, 0);
  Atomics.notify(turn, 0);
  return true;
};
const tick = () => {
  if (write(clear + words + ' … ' + Math.floor((performance.now() - start) / 1000) + ' s')) setTimeout(tick, betweenMs);
};
setTimeout(tick, silentMs);
`;
