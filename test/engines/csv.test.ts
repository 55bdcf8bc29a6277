import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openCsv } from '../../src/engines/csv-engine.js';
import { NotExpressible } from '../../src/engines/not-expressible.js';
import { scanCsv } from '../../src/engines/strict-csv.js';
import { inDepth } from '../support/depth.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { columnTypes, type Row } from './generated.js';
import { expectSameBytes } from './same-bytes.js';

// So that small tables are large ones, in memory and for the engine alike.
vi.mock('../../src/core/model/large-pool.js', () => ({ isLargePool: (tasks: number) => tasks > 3 }));

const reading = { columns: new Map<string, string>(), measured: [], where: undefined };
const names = Object.keys(columnTypes) as (keyof Row)[];

function cellOf(value: string | number | null, isQuoted: boolean): string {
  const cell = value === null ? '' : String(value);
  return isQuoted || /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

it('gives the same bytes by DuckDB on cells as in memory', async () => {
  const file = join(temporaryFolder(), 'rows.csv');
  await expectSameBytes(
    async (rows, asTasks) => {
      // Some cells in quotes that need none, and a text with all that needs them.
      const lines = rows.map((row, i) =>
        [...names.map((name) => cellOf(row[name], i % 3 === 0)), '"a ""b"",\nc"'].join(','),
      );
      writeFileSync(file, `${[...names, 'note'].join(',')}\n${lines.join('\n')}\n\n`);
      return openCsv(file, ',', reading, async (found) => {
        const byId = new Map(found.map(({ data }) => [(data as Row).id, data as Record<string, string>]));
        const some = rows.filter(({ id }) => byId.has(id));
        for (const row of some) {
          const cells = names.map((name) => [name, row[name] === null ? '' : String(row[name])]);
          expect(byId.get(row.id)).toEqual({ ...Object.fromEntries(cells), note: 'a "b",\nc' });
        }
        return asTasks(some);
      });
    },
    inDepth(40, 8),
  );
});

it.each([
  ['a carriage return', 'id,a\r\nx,1\r\n'],
  ['a quote within a cell', 'id,a\nx,a"b\n'],
  ['text after a closing quote', 'id,a\nx,"a"b\n'],
  ['a quote without end', 'id,a\nx,"ab\n'],
  ['a mark of its order of bytes', '\ufeffid,a\nx,1\n'],
  ['nothing', ''],
])('leaves a file with %s to the reader of rows', (_, text) => {
  const file = join(temporaryFolder(), 'rows.csv');
  writeFileSync(file, text);
  expect(() => scanCsv(file, ',')).toThrow(NotExpressible);
});

it.each([
  ['id,a\nx,1\n\ny,2', ['id', 'a'], 2],
  ['"id","a ""b"", c",\n"x\n\ny",1,2\n', ['id', 'a "b", c', 'Unnamed: 2'], 1],
])('finds header and number of records of %j', (text, header, records) => {
  const file = join(temporaryFolder(), 'rows.csv');
  writeFileSync(file, text);
  expect(scanCsv(file, ',')).toEqual({ header, records });
});
