import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { readCsv } from './read-csv.js';
import { isPlainCsv } from './read-plain-csv.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-plain-csv-'));
const file = join(folder, 'table.csv');
afterAll(() => rmSync(folder, { recursive: true }));

/** The rows by their lines: the parser gives rows that fit no header before others of the same block. */
async function rowsOf(delimiter: ',' | '\t', longestChars?: number): Promise<unknown> {
  const rows: [number, unknown][] = [];
  try {
    for await (const { number, data } of readCsv(file, { kind: 'csv', delimiter }, longestChars))
      rows.push([number, data instanceof Error ? data.message : data]);
  } catch (error) {
    return String(error);
  }
  return rows.sort(([a], [b]) => a - b);
}

const plain = fc.string({ unit: fc.constantFrom('a', 'b', '1', ',', ',', '\n', '\n', ' ', '\t', "'"), maxLength: 40 });

it('reads a plain table as the parser does', async () => {
  await fc.assert(
    fc.asyncProperty(plain, fc.constantFrom(',', '\t'), async (text, delimiter) => {
      // Empty lines at the end are passed over, and make the whole longer than the longest row that is allowed.
      writeFileSync(file, `${text}\n\n\n`);
      const longest = text.length + 1;
      expect([isPlainCsv(file, 1000), isPlainCsv(file, longest)]).toEqual([true, false]);
      expect(await rowsOf(delimiter)).toEqual(await rowsOf(delimiter, longest));
    }),
    { numRuns: 150 },
  );
});

it.each([
  ['a quote', 'id,x\n"1",2\n'],
  ['a carriage return', 'id,x\r\n1,2\r\n'],
  ['a letter beyond ASCII', 'id,x\n1,ü\n'],
])('leaves a table with %s to the parser', (_, text) => {
  writeFileSync(file, text);
  expect(isPlainCsv(file, 1000)).toBe(false);
});
