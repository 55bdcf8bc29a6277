import { describe, expect, it } from 'vitest';
import { readPoolRow } from './pool-row.js';

const row = { winnow_pool: 1, benchmark: 'b', id: 'a' };
const notes = { tasks: 1, settings: {}, problems: [] };

describe('a row of a pool table', () => {
  it('need hold nothing but names', () => {
    expect(readPoolRow(row)).toEqual({
      task: { id: 'a', benchmark: 'b', aliases: [], fields: {}, lists: {}, provenance: {}, conflicts: [] },
    });
  });

  it('is read as text cells where its marker is text', () => {
    const { task } = readPoolRow({ ...row, winnow_pool: '1', repo: '"7"', weight: '-7', tags: '["x"]', empty: '' });
    expect(task).toMatchObject({ fields: { repo: '7', weight: -7 }, lists: { tags: ['x'] } });
    expect(readPoolRow({ ...row, repo: '"7"', empty: null }).task.fields).toEqual({ repo: '"7"' });
  });

  it.each([
    ['"winnow_pool" must be 1; the table may be from a later version', { winnow_pool: 2 }],
    ['"id" must be text', { id: '' }],
    ['"benchmark" must be text', { benchmark: null }],
    ['"repo" must be text, a number or a list of strings', { repo: { a: 1 } }],
    ['"tags" must be text, a number or a list of strings', { tags: [1] }],
    ['"repo" starts like JSON but is not valid', { winnow_pool: '1', repo: '{' }],
    ['"aliases" must be a list of strings', { aliases: 'x' }],
    ['"more_fields" must be a record', { more_fields: [] }],
    ['"provenance" must be one of measured, declared, derived', { provenance: { repo: 'guessed' } }],
    ['"conflicts" must be a list of', { conflicts: [{ field: 'repo' }] }],
    ['"contents" must be { files } or { columns }', { contents: { files: { a: 1 } } }],
    ['"contents" must be { files } or { columns }', { contents: { files: { a: 'x\ny' } } }],
    ['"pool" must be', { pool: { ...notes, tasks: -1 } }],
    ['"pool" must be', { pool: { ...notes, settings: [] } }],
    ['"pool" must be', { pool: { ...notes, problems: [{ code: 'x', message: 'm' }] } }],
    ['"pool" must be', { pool: { ...notes, problems: [{ code: 'pool/x', message: 'm', place: { line: 'x' } }] } }],
  ])('is broken: %s', (message, change) => {
    expect(() => readPoolRow({ ...row, ...change })).toThrow(message);
  });
});
