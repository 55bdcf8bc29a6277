import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { patchOf } from '../support/benchmark-folders.mjs';
import { parquetOf } from '../support/parquet-of.js';
import { cliFile } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const count = 12_000;
const patch = patchOf(3, 30, 20, 80);
const rowOf = (n: number) => ({
  instance_id: `acme__kit-${n}`,
  repo: 'acme/kit',
  base_commit: String(n),
  patch,
  problem_statement: 'x',
});

// About 50 MB of rows, read with 32 MB to keep objects in: whoever keeps the rows runs out. Whoever streams them needs less
// than half of that, so that a machine too busy to collect in time does not matter.
const heapMb = 32;

function inspect(file: string) {
  const args = [`--max-old-space-size=${heapMb}`, cliFile, 'inspect', file, '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status, stderr.slice(0, 300)).toBe(0);
  return JSON.parse(stdout) as { tasks: number };
}

function writeLines(file: string, lines: (n: number) => string, header = ''): void {
  const handle = openSync(file, 'w');
  writeSync(handle, header);
  for (let start = 0; start < count; start += 1000) {
    writeSync(handle, Array.from({ length: 1000 }, (_, i) => lines(start + i)).join(''));
  }
  closeSync(handle);
}

it('JSON lines stream', () => {
  const file = join(temporaryFolder(), 'rows.jsonl');
  writeLines(file, (n) => `${JSON.stringify(rowOf(n))}\n`);
  expect(inspect(file).tasks).toBe(count);
});

it('CSV streams', () => {
  const file = join(temporaryFolder(), 'rows.csv');
  const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;
  writeLines(file, (n) => `${Object.values(rowOf(n)).map(cell).join(',')}\n`, `${Object.keys(rowOf(0)).join(',')}\n`);
  expect(inspect(file).tasks).toBe(count);
});

it('Parquet streams', async () => {
  const file = join(temporaryFolder(), 'rows.parquet');
  const rows = Array.from({ length: count }, (_, n) => rowOf(n));
  writeFileSync(file, await parquetOf(rows));
  expect(inspect(file).tasks).toBe(count);
});

it('gzip streams', () => {
  const file = join(temporaryFolder(), 'rows.jsonl');
  writeLines(file, (n) => `${JSON.stringify(rowOf(n))}\n`);
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
  expect(inspect(`${file}.gz`).tasks).toBe(count);
});
