import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { sourceFields } from '../core/model/task.js';
import { discover } from './discover.js';
import { table, tableWithIdColumn } from './formats/table.js';
import { taskFormats } from './formats/task-formats.js';
import { OwnFields, withOwnFields } from './own-fields.js';
import type { DiscoverOptions } from './read-task-folder.js';

const fields = new Map(sourceFields.map((field) => [field.name, field]));
const withColumns = (columns: ReadonlyMap<string, string>) => new OwnFields({ fields, columns, measured: [] });
const all = [...taskFormats, withOwnFields(table, withColumns(new Map()))];

/** The ids found, and why others were not. */
async function search(
  files: Readonly<Record<string, string | Buffer>>,
  path = '',
  formats = all,
  options: DiscoverOptions = {},
) {
  const root = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const ids: string[] = [];
  const reasons: string[] = [];
  for await (const found of discover(join(root, path), formats, options)) {
    if (found.kind === 'task') ids.push(found.facts.id);
    else reasons.push(found.reason);
  }
  return { ids, reasons };
}

describe('a folder of code', () => {
  const repository = {
    'package.json': '{"id": "me", "name": "x"}',
    'tsconfig.json': '{ // comments\n}',
    'src/items.json': '[{"id": "a"}, {"id": "b"}]',
    'tests/rows.jsonl': '{"instance_id": "x", "patch": ""}\n',
    'test/fixtures/t/task.toml': '[task]\nid = "t"\n',
  };

  it('holds no tasks, and says what was passed over', async () => {
    const { ids, reasons } = await search(repository);
    expect(ids).toEqual([]);
    expect(reasons.map((reason) => reason.split(';')[0]).sort()).toEqual([
      'a test folder in a code folder',
      'a test folder in a code folder',
      'not valid JSON (in a code folder)',
      'rows with ids but no task fields, in a code folder',
      'rows with ids but no task fields, in a code folder',
    ]);
  });

  it('is a pool where it says more than ids', async () => {
    const pool = { ...repository, 'data/mine.jsonl': '{"id": "m", "language": "go"}\n' };
    expect((await search(pool)).ids).toEqual(['m']);
  });

  it.each([
    ['src/items.json', ['a', 'b']],
    ['src', ['a', 'b']],
    ['tests', ['x']],
    ['test/fixtures', ['t']],
  ])('is read where a person names a part of it: %s', async (path, ids) => {
    expect((await search(repository, path)).ids).toEqual(ids);
  });

  it('is read for the format that is asked for', async () => {
    const rows = all.filter(({ name }) => name === 'swe-bench');
    expect((await search(repository, '', rows)).ids).toEqual(['x']);
  });
});

it('a data folder may hold tables of ids alone', async () => {
  expect((await search({ 'a/mine.csv': 'id,colour\nx,red\n', 'b.json': '{"id": "y"}' })).ids).toEqual(['x', 'y']);
});

it('a list is read where it is named, and told of where it is met', async () => {
  const files = {
    'ids.txt': '# mine\nacme__kit-1\n\n acme__kit-2 \r\n#7',
    'dataset.toml': '[[tasks]]\nname = "acme/t-1"\ndigest = "sha256:00"\n',
    'prose.txt': 'These are no ids.\n',
    'tasks.tar': 'PK',
  };
  expect((await search(files, 'ids.txt')).ids).toEqual(['acme__kit-1', 'acme__kit-2', '#7']);
  expect((await search(files, 'dataset.toml')).ids).toEqual(['acme/t-1']);
  expect((await search(files, 'prose.txt')).reasons).toEqual([expect.stringContaining('nor a list of ids')]);
  expect(await search(files)).toEqual({
    ids: [],
    reasons: ['a list of tasks; to read it, name the file itself', 'an archive; unpack it first'],
  });
});

describe('a CSV file', () => {
  it.each([
    ['no final line break', 'id,language\na,go\nb,c', ['a', 'b'], [/last line does not end with a line break/]],
    ['an index without a name', ',id\n0,a\n1,b\n', ['a', 'b'], [/column without a name.* is called "Unnamed: 0"$/]],
    ['a byte order mark and semicolons', '\ufeffid;language\na;go\n', ['a'], []],
    ['one column', 'instance_id\na\nb\n', ['a', 'b'], []],
    ['too few cells in the last row', 'id,language\na,go\nb\n', ['a'], [/the row has 1 cell, but the header has 2/]],
    ['an open quote', 'id,language\na,go\nb,"c\n', ['a'], [/the quote opened in line 3 is never closed/]],
    [
      'an open quote that takes rows away',
      'id,x,y\na,"5 inch,1\nb,go,2\nc,"go",3\n',
      [],
      [/text follows the closing quote; lines 2 to 4 were read as one row, so a closing quote may be missing$/],
    ],
    [
      'rows in a cell',
      'id,x,y\na,"5 inch,1\nb,go,2\nc,go,2\nd,go"",3\n,6"",4",1\n',
      ['a'],
      [/^the 3 lines after this one look like rows, but they are inside a quoted cell that starts here$/],
    ],
    [
      'the header again, in a joined file with a byte order mark',
      'id,x,,x\na,1,,2\n\ufeffid,x,,x\nb,2,,\n',
      ['a', 'b'],
      [/^the row repeats the header and was skipped$/, /column without a name/, /columns with the same name/],
    ],
    [
      'columns twice',
      'id,x,x,y,y\na,1,2,3,4\n',
      ['a'],
      [/columns with the same name are read as one list: "x" \(2\) and "y" \(2\)/],
    ],
    [
      'columns twice, with one value in each row',
      'id,x,x,y,y\na,1,,3,4\nb,,2,3,3\n',
      ['a', 'b'],
      [/read as one list: "y" \(2\)$/, /read as one column, because no row has different values in them: "x" \(2\)$/],
    ],
    ['no id', 'name,pass@1\na,1\nb,2\n', [], [/^2 records have no id, .* column; the columns are "name", "pass@1"/]],
    [
      'a title above the header',
      'Backlog,,\nid,team,h\na,x,1\n',
      [],
      [/If the header is on a later line, remove the lines above/],
    ],
    ['nothing but an index', ',name\n0,a\n', [], [/the unnamed column is called "Unnamed: 0"/]],
    ['LF rows after CRLF rows', 'id,x\r\na,1\r\nb,2\nc,3\n', ['a', 'b', 'c'], [/mixes line endings \(LF and CRLF\)/]],
    ['a CRLF header and LF rows of one column', 'id\r\na\nb\n', ['a', 'b'], [/mixes line endings/]],
    [
      'Latin-1',
      Buffer.from('id,x\na,caf\u00e9\nb,2\n', 'latin1'),
      ['a', 'b'],
      [/^1 row is not UTF-8 and is read as Latin-1/],
    ],
    ['UTF-16', Buffer.from('\ufeffid\tx\r\nä\t1\r\n', 'utf16le'), ['ä'], []],
    ['a line that names the delimiter', 'sep=|\nid|x,y\na|1\n', ['a'], []],
    ['semicolons and commas in the header', 'id;x (a, b, c);y\na;1,5;2\nb;2;3\n', ['a', 'b'], []],
    ['bars', 'id|language\na|go\n', [], [/separated by "\|"/]],
    ['nothing', '', [], [/^an empty file$/]],
  ])('with %s', async (_, text, ids, reasons) => {
    const found = await search({ 'a.csv': text }, 'a.csv');
    expect(found.ids).toEqual(ids);
    expect(found.reasons).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
  });

  it('is a table also where it is called as lists of ids are', async () => {
    expect((await search({ 'a.txt': 'id\tlanguage\na\tgo\n' }, 'a.txt')).ids).toEqual(['a']);
  });

  it('says of packed blank lines that they are empty', async () => {
    for (const name of ['a.csv.gz', 'a.jsonl.gz', 'a'])
      expect((await search({ [name]: gzipSync('\n\n\n') }, name)).reasons).toEqual(['an empty file']);
  });

  it('has its column without a name as the id, when a plan says so', async () => {
    const own = withColumns(new Map([['id', 'Unnamed: 0']]));
    const format = withOwnFields(tableWithIdColumn, own);
    expect(await search({ 'a.csv': ',name\nx,1\ny,2\n' }, 'a.csv', [format], { own })).toEqual({
      ids: ['x', 'y'],
      reasons: [],
    });
  });
});
