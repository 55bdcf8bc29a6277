import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inDepth } from '../../../test/support/depth.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import type { TableColumn } from '../../core/model/row-file.js';
import { readRows } from './read-rows.js';
import { parquetBytes } from './write-parquet.js';

const table = (count: number): TableColumn[] => {
  const numbers = Array.from({ length: count }, (_, i) => i);
  return [
    { name: 'id', kind: 'text', values: numbers.map((n) => `it's "${n}"\n`) },
    { name: 'score', kind: 'number', values: numbers.map((n) => (n % 3 === 0 ? null : n / 7)) },
    { name: 'rank', kind: 'count', values: numbers },
  ];
};

describe('a table as Parquet', () => {
  it('is read back as it was', async () => {
    const file = join(temporaryFolder(), 'table.parquet');
    writeFileSync(file, await parquetBytes(table(3)));
    const { rows } = await readRows(file);
    expect(rows).toEqual([
      { id: 'it\'s "0"\n', score: null, rank: 0 },
      { id: 'it\'s "1"\n', score: 1 / 7, rank: 1 },
      { id: 'it\'s "2"\n', score: 2 / 7, rank: 2 },
    ]);
  });

  it('is the same bytes every time, one after another or at once', async () => {
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => parquetBytes(table(5000))));
    others.push(await parquetBytes(table(5000)));
    for (const other of others) expect(Buffer.from(other).equals(Buffer.from(first ?? []))).toBe(true);
  });

  it('may have as many columns as the export of an issue tracker', async () => {
    const values = Array.from({ length: 96 }, (_, i) => (i % 7 === 0 ? `x${i}` : ''));
    const columns = Array.from(
      { length: inDepth(1700, 800) },
      (_, i): TableColumn => ({ name: `c${i}`, kind: 'text', values }),
    );
    const file = join(temporaryFolder(), 'table.parquet');
    writeFileSync(file, await parquetBytes(columns));
    expect((await readRows(file)).rows).toHaveLength(96);
  });

  it('may have no rows', async () => {
    const file = join(temporaryFolder(), 'table.parquet');
    writeFileSync(file, await parquetBytes(table(0)));
    expect((await readRows(file)).rows).toEqual([]);
  });
});
