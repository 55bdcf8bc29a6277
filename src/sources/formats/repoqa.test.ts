import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../test/support/facts-of.js';
import { isRecord } from '../../core/model/record.js';
import { repoqa } from './repoqa.js';

const unfold = (document: unknown) => {
  const records = repoqa.unfold?.(document);
  return records === undefined ? undefined : [...records];
};
const needle = { name: 'f', path: 'src/a.py', start_byte: 1, description: 'It does.' };

describe('RepoQA', () => {
  it('makes a task of every needle', () => {
    const document = {
      python: [{ repo: 'acme/kit', commit_sha: '0f', needles: [needle, { ...needle, name: 'g' }] }],
      rust: [{ repo: 'acme/crate', needles: [] }],
    };
    const read = (unfold(document) ?? []).filter(isRecord).map((record) => factsOf(repoqa, record));
    expect(read.map(({ id }) => id)).toEqual(['acme/kit/src/a.py::f', 'acme/kit/src/a.py::g']);
    expect(read[0]?.fields).toEqual({ repo: 'acme/kit', language: 'python', instruction_chars: 8 });
  });

  it.each([
    [null],
    [[]],
    [{}],
    [{ tasks: [{ id: 'a' }] }],
    [{ python: [{ repo: 'a' }] }],
    [{ python: 'x' }],
    [{ repo: 'a', needles: [] }],
  ])('leaves other documents alone: %j', (document) => {
    expect(unfold(document)).toBeUndefined();
  });

  it('gives what is broken to be counted', () => {
    const records = unfold({ go: [7, { repo: 'a', needles: [5, {}] }, { repo: 'b' }, { needles: [needle] }] }) ?? [];
    expect(records[0]).toBe(7);
    const readings = records.slice(1).map((record) => (isRecord(record) ? repoqa.read(record) : undefined));
    expect(readings).toEqual([
      { broken: 'a has no needles' },
      { broken: '"path" must be text; found nothing' },
      { broken: 'b has no needles' },
      { broken: '"repo" must be text; found nothing' },
    ]);
  });

  it('reads rows of one function each', () => {
    const row = {
      instance_id: 'r-1',
      repository: 'acme/kit',
      language: 'ts',
      function_description: 'Does.',
      canonical_path: 'a.ts',
      canonical_name: 'f',
    };
    const read = factsOf(repoqa, row);
    expect(read).toMatchObject({ id: 'r-1', aliases: ['acme/kit/a.ts::f'] });
    expect(read.fields).toEqual({ repo: 'acme/kit', language: 'ts', instruction_chars: 5 });
    expect(factsOf(repoqa, { ...row, canonical_name: null }).aliases).toEqual([]);
    expect(repoqa.read({ ...row, instance_id: [] })).toHaveProperty('broken');
    expect(repoqa.matches({ id: 'x' })).toBe(false);
  });
});
