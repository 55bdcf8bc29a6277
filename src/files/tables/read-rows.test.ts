import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { readRows } from './read-rows.js';

it.each([
  ['two columns of one name', Buffer.from('id,x,x\na,1,2\n'), 'several columns are named "x"'],
  ['a row that is not UTF-8', Buffer.from('id,x\na,é\n', 'latin1'), 'it is not text in UTF-8'],
])('refuses %s, as nobody would see a note', async (_, bytes, reason) => {
  const file = join(temporaryFolder(), 't.csv');
  writeFileSync(file, bytes);
  await expect(readRows(file)).rejects.toMatchObject({ faults: [{ message: expect.stringContaining(reason) }] });
});

it('reads lines that end in different ways', async () => {
  const file = join(temporaryFolder(), 't.csv');
  writeFileSync(file, 'id,x\r\na,1\nb,2\r\n');
  expect((await readRows(file)).rows).toEqual([
    { id: 'a', x: '1' },
    { id: 'b', x: '2' },
  ]);
});
