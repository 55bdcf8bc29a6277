import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const cli = fileURLToPath(new URL('../dist/winnow.cjs', import.meta.url));
const preload = new URL('./peak-memory.mjs', import.meta.url).href;

/** Median wall time of node with these arguments, each case run in turn so that all see the same machine. */
export function medianMs(cases, runs) {
  const times = new Map(cases.map(({ name }) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const { name, args, command = process.execPath } of cases) {
      const start = process.hrtime.bigint();
      const { status } = spawnSync(command, args, { stdio: 'ignore' });
      if (status !== 0) throw new Error(`${name} ended with ${status}`);
      times.get(name).push(Number(process.hrtime.bigint() - start) / 1e6);
    }
  }
  return new Map([...times].map(([name, list]) => [name, list.sort((a, b) => a - b)[list.length >> 1]]));
}

/** Peak memory of node with these arguments, in megabytes. */
export function peakMb(args) {
  const { stderr } = spawnSync(process.execPath, ['--import', preload, ...args], { encoding: 'utf8' });
  return Number(/peak (\d+)/.exec(stderr)?.[1]);
}

/** Prints a table; a cell that breaks its limit is marked, and the program then ends with 1. */
export function printTable(title, header, rows) {
  const widths = header.map((name, i) => Math.max(name.length, ...rows.map((row) => String(row[i]).length)));
  const line = (cells) =>
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i]))).join('  ');
  console.log(`\n${title}\n${line(header)}\n${rows.map(line).join('\n')}`);
}

/** "ok" when the value keeps the limit; otherwise says so and lets the bench fail. */
export function verdict(value, limit) {
  if (value <= limit) return 'ok';
  process.exitCode = 1;
  return 'OVER';
}
