import { writeFileSync } from 'node:fs';
import { parquetBytes } from '../../src/files/tables/write-parquet.js';

/** Writes so many tasks as Parquet: large enough to be one that a database counts, from some hundreds on. */
export async function writeTable(file: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => i);
  // Noise, which does not pack.
  const noise = rows.map((i) => [1, 2, 3, 4, 5, 6, 7, 8].map((n) => (Math.sin(i * 7 + n) * 1e9).toString(36)).join());
  const bytes = await parquetBytes([
    { name: 'id', kind: 'text', values: rows.map((i) => `${count}-${i}`) },
    { name: 'repo', kind: 'text', values: rows.map((i) => `r${i % 5}`) },
    { name: 'files_changed', kind: 'number', values: rows.map((i) => (i * 7) % 31) },
    { name: 'statement', kind: 'text', values: noise },
  ]);
  writeFileSync(file, bytes);
}
