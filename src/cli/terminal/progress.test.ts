import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { progressBar, startTicker } from './progress.js';

function streamOf(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string) => {
    written.push(text);
    return true;
  };
  return { stream: { isTTY, write }, written };
}

describe('the progress of reading', () => {
  it('is shown on a terminal after a second, at most ten times a second, and taken away', () => {
    const { stream, written } = streamOf(true);
    let now = 0;
    const bar = progressBar(stream, () => now);
    for (; now <= 1300; now += 50) bar.update({ found: now, share: now < 1200 ? undefined : 0.5 });
    bar.end();
    expect(written).toEqual([
      '\r1,000 read\u001b[K',
      '\r1,100 read\u001b[K',
      '\r[############............] 1,200 read\u001b[K',
      '\r[############............] 1,300 read\u001b[K',
      '\r\u001b[K',
    ]);
  });

  it('is not shown elsewhere, nor when it is done within a second', () => {
    const piped = streamOf(false);
    const quick = streamOf(true);
    let now = 0;
    const bars = [progressBar(piped.stream, () => now), progressBar(quick.stream, () => now)];
    for (; now < 1000; now += 100) for (const bar of bars) bar.update({ found: now, share: undefined });
    bars[1]?.end();
    now = 5000;
    bars[0]?.update({ found: 1, share: undefined });
    bars[0]?.end();
    expect([piped.written, quick.written]).toEqual([[], []]);
  });
});

describe('a ticker', () => {
  it('writes while the main thread works, and never after its end', () => {
    const path = join(temporaryFolder(), 'terminal');
    const file = openSync(path, 'a');
    const ticker = startTicker('selecting', file, { silentMs: 0, betweenMs: 1 });
    // The main thread is kept busy, as by a simulation.
    const busy = new Int32Array(new SharedArrayBuffer(4));
    for (let i = 0; i < 2000 && readFileSync(path).length < 100; i++) Atomics.wait(busy, 0, 0, 5);
    ticker.end();
    const text = readFileSync(path, 'utf8');
    const [nothing, ...lines] = text.split('\r\u001b[K');
    expect([nothing, lines.at(-1)]).toEqual(['', '']);
    expect(lines.slice(0, -1).join('')).toMatch(/^(?:selecting … \d+ s){2,}$/);
    Atomics.wait(busy, 0, 0, 20);
    expect(readFileSync(path, 'utf8')).toBe(text);
    closeSync(file);
  });

  it('writes nothing where the work is done at once', () => {
    const path = join(temporaryFolder(), 'terminal');
    const file = openSync(path, 'a');
    startTicker('selecting', file).end();
    expect(readFileSync(path, 'utf8')).toBe('');
    closeSync(file);
  });
});
