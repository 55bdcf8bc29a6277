import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { readCsv } from './read-csv.js';
import { readJsonLines } from './read-json-lines.js';
import { readRows } from './read-rows.js';

const longest = 512 * 1024;
const written = (name: string, text: string) => {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
};
const all = async (rows: AsyncIterable<unknown> | Iterable<unknown>) => {
  const read: unknown[] = [];
  for await (const row of rows) read.push(row);
  return read;
};

describe('a table that would take more room than there is', () => {
  it.each([
    ['one cell', `a,${'x'.repeat(4 * longest)}`],
    ['a quote that is left open', `a,"${'x\n'.repeat(2 * longest)}`],
  ])('of CSV is refused once: %s', async (_, row) => {
    const file = written('t.csv', `id,pad\n${row}\nb,1\n`);
    await expect(all(readCsv(file, { kind: 'csv', delimiter: ',' }, { longestBytes: longest }))).rejects.toThrow(
      `the row that starts in line 2 has more than ${longest} bytes; a closing quote may be missing`,
    );
  });

  it('of JSON lines is refused with the line and the limit', async () => {
    const file = written('t.jsonl', `{"id":"a"}\n{"id":"b","pad":"${'x'.repeat(4 * longest)}"}\n`);
    await expect(all(readJsonLines(file, longest))).rejects.toThrow(`line 2 is longer than ${longest} bytes`);
  });

  it('of rows that nest without end tells each row', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const file = written('t.jsonl', `{"id":"a"}\n{"id":"b","pad":${deep}}\n`);
    await expect(readRows(file)).rejects.toMatchObject({
      faults: [{ message: 'the row is nested more than 500 levels deep.', place: { file, line: 2 } }],
    });
  });
});
