import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { CsvRecords } from './csv-records.js';
import { readRows } from './read-rows.js';

it('reads rows that are not UTF-8 as the pool does, with a note', async () => {
  const file = join(temporaryFolder(), 't.csv');
  writeFileSync(file, Buffer.from('id,x\na,é\n', 'latin1'));
  expect(await readRows(file)).toMatchObject({
    rows: [{ id: 'a', x: 'é' }],
    notes: [expect.stringContaining('1 row is not UTF-8 and is read as Latin-1')],
  });
});

it('reads columns of the same name as one list, or as one text if no row has two values', async () => {
  const file = join(temporaryFolder(), 't.csv');
  writeFileSync(file, 'id,Labels,Sprint,Labels,Sprint\n1,iOS,,"a, b",S1\n2,,S2, ,\n3,,,UI,\n');
  expect((await readRows(file)).rows).toEqual([
    { id: '1', Labels: ['iOS', 'a, b'], Sprint: 'S1' },
    { id: '2', Labels: '', Sprint: 'S2' },
    { id: '3', Labels: ['UI'], Sprint: '' },
  ]);
});

it('reads lines that end in different ways', async () => {
  const file = join(temporaryFolder(), 't.csv');
  writeFileSync(file, 'id,x\r\na,1\nb,2\r\n');
  expect((await readRows(file)).rows).toEqual([
    { id: 'a', x: '1' },
    { id: 'b', x: '2' },
  ]);
});

it('reads Windows-1252 with its own signs, whichever Node decodes it', () => {
  const [record] = new CsvRecords(',', 1000).push(Buffer.from([0x80, 0x2c, 0x93, 0xe4, 0x94, 0x2c, 0x92, 0x9f, 0x0a]));
  expect(record?.cells).toEqual(['€', '“ä”', '’Ÿ']);
});

it('finds rows in a cell whose quote was left open and closed by chance, but no lines of text', () => {
  const rowsInCell = (text: string) => {
    const records = new CsvRecords(',', 1000);
    records.push(Buffer.from(text));
    return records.rowsInCell;
  };
  const rows = 'c,x,3\nd,x,4\ne,x,5\n';
  expect(rowsInCell(`id,title,n\na,"5 inches,1\n${rows}f,5",6\n`)).toEqual({ line: 2, rows: 3 });
  expect(rowsInCell('id,title,n\na,"First,\nthen this, that\nand more, as ever, again\nend",6\n')).toBeUndefined();
});
