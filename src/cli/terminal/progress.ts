import { formatCount } from '../../core/text/words.js';
import { writeSync } from '../../disk/file-access.js';

const silentMs = 1000;
const betweenMs = 100;
const barWidth = 24;

type Stream = Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean };

/** A progress line, shown only on a terminal and only if the work takes longer than a second; `clock` in milliseconds. */
export function progressBar(stream: Stream, clock = () => performance.now()) {
  if (stream.isTTY !== true) return { update: () => undefined, end: () => undefined };
  const start = clock();
  let last = 0;
  let isShown = false;
  return {
    update: ({ found, share }: { readonly found: number; readonly share: number | undefined }): void => {
      const now = clock();
      if (now - start < silentMs || now - last < betweenMs) return;
      last = now;
      isShown = true;
      stream.write(`\r${barOf(share)}${formatCount(found)} read\u001b[K`);
    },
    end: (): void => {
      if (isShown) stream.write('\r\u001b[K');
    },
  };
}

/** Empty if the share is unknown: an empty bar would look like no progress. */
function barOf(share: number | undefined): string {
  if (share === undefined) return '';
  const done = Math.round(Math.min(1, Math.max(0, share)) * barWidth);
  return `[${'#'.repeat(done)}${'.'.repeat(barWidth - done)}] `;
}

/** When the line appears and how often it is rewritten, in milliseconds. */
export interface TickerTimes {
  readonly silentMs: number;
  readonly betweenMs: number;
}

const usualTimes: TickerTimes = { silentMs: 1000, betweenMs: 250 };
const standardError = 2;

/** Runs work of unknown progress. On a terminal, after a second, a line shows what is running and for how long. */
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
 * Starts a line that shows that work is running. A separate thread writes it, because the work blocks the main one.
 * @param file The descriptor of the open file to write to.
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

/** The first shared number is a write lock, the second counts the writes. */
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
