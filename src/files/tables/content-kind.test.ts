import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { contentKind, type HeaderRule, tableKind } from './content-kind.js';

function fileOf(content: string | Buffer): string {
  const file = join(temporaryFolder(), 'content');
  writeFileSync(file, content);
  return file;
}

describe('what a file holds', () => {
  it.each([
    ['a list', '[1]', { kind: 'json' }],
    ['a document', '{\n "a": 1\n}\n', { kind: 'json' }],
    ['one object alone', '{"a": 1}\n', { kind: 'json' }],
    ['lines', '\ufeff{"a": 1}\n{"a": 2}\n', { kind: 'json-lines' }],
    ['one long line', `{"a": "${'x'.repeat(40_000)}"}\n`, { kind: 'json-lines' }],
    ['CSV', 'id,"first name"\n1,2\n', { kind: 'csv', delimiter: ',' }],
    ['TSV', 'id\tb\n', { kind: 'csv', delimiter: '\t' }],
    ['semicolons', 'id;b\n', { kind: 'csv', delimiter: ';' }],
    ['Parquet', 'PAR1....', { kind: 'parquet' }],
    ['an archive', 'PK\u0003\u0004..', { kind: 'zip' }],
    ['nothing', ' \n', { kind: 'empty' }],
    ['prose', 'No table.\n', { kind: 'other' }],
    ['odd columns', 'id,pass@1\n', { kind: 'other' }],
    ['bytes', 'a,b\0c\n', { kind: 'other' }],
  ])('is told by its first bytes: %s', (_, content, kind) => {
    expect(contentKind(fileOf(content))).toEqual(kind);
    expect(tableKind(fileOf(content))).toEqual('zip empty other'.includes(kind.kind) ? undefined : kind);
  });

  it.each([
    ['an index without a name', 'content', ',id\n0,a\n', ','],
    ['one in quotes', 'content', '"";id;b\n', ';'],
    ['one column, by its name', 'a.csv', 'id\na\n', ','],
    ['any names, by its name', 'a.tsv', 'pass@1\twhat, really?\n', '\t'],
    ['commas in the header', 'a.csv', 'id;a (b, c, d)\nx;1\ny;2\n', ';'],
    ['tabs', 'a.tab', 'id\tpass@1\n', '\t'],
    ['commas in quotes', 'a.csv', 'id;"a, b, c, d";c\n', ';'],
  ])('is a table with %s', (_, name, content, delimiter) => {
    const file = join(temporaryFolder(), name);
    writeFileSync(file, content);
    expect(tableKind(file)).toEqual({ kind: 'csv', delimiter });
  });

  it('is CSV by the first rule for headers that holds', () => {
    const rules: readonly HeaderRule[] = [(cells) => cells.includes('id'), () => true];
    expect(contentKind(fileOf('a,b;id\n'), rules)).toEqual({ kind: 'csv', delimiter: ';' });
    expect(contentKind(fileOf('a,b;c\n'), rules)).toEqual({ kind: 'csv', delimiter: ',' });
  });

  it.each(['sep=;\nid;a\n', '"sep=;"\r\nid;a\r\n', '\ufeffSEP=;\nid;a\n'])('may name its delimiter: %j', (text) => {
    expect(contentKind(fileOf(text))).toEqual({ kind: 'csv', delimiter: ';', skipsLine: true });
  });

  it('is CSV in UTF-16 by its byte order mark, and in Latin-1 if it is not UTF-8', () => {
    const little = Buffer.from('\ufeffid,b\nä,1\n', 'utf16le');
    expect(contentKind(fileOf(little))).toEqual({ kind: 'csv', delimiter: ',', encoding: 'utf-16le' });
    const big = Buffer.from(little).swap16();
    expect(contentKind(fileOf(big))).toEqual({ kind: 'csv', delimiter: ',', encoding: 'utf-16be' });
    expect(contentKind(fileOf(Buffer.from('id,b\nä,1\n', 'latin1')))).toEqual({ kind: 'csv', delimiter: ',' });
    expect(() => contentKind(fileOf(Buffer.from('\ufeff{"a": 1}', 'utf16le')))).toThrow('UTF-16 only in CSV');
    expect(() => contentKind(fileOf(Buffer.from('id,b\n\u0001ä\n', 'latin1')))).toThrow('not UTF-8 text');
  });

  it('must be UTF-8, but may be cut within a character', () => {
    expect(() => contentKind(fileOf(Buffer.from([0x7b, 0xff])))).toThrow('not UTF-8 text');
    expect(contentKind(fileOf(`[${'é'.repeat(64 * 1024)}`))).toEqual({ kind: 'json' });
  });
});
