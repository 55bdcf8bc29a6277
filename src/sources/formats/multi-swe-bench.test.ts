import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../test/support/facts-of.js';
import { multiSweBench } from './multi-swe-bench.js';

const row = {
  org: 'acme',
  repo: 'kit',
  number: 12,
  fix_patch: '--- a/k.go\n+++ b/k.go\n@@ -1 +1,2 @@\n a\n+b\n',
  resolved_issues: [{ number: 3, title: 'T', body: 'Body' }],
};
const facts = (record: Record<string, unknown>) => factsOf(multiSweBench, record);

describe('Multi-SWE-bench rows', () => {
  it('have an id made of three keys, and the one others write as an alias', () => {
    const read = facts(row);
    expect(read).toMatchObject({ id: 'acme/kit:pr-12', aliases: ['acme__kit-12'], remarks: [] });
    expect(read.fields).toEqual({
      repo: 'acme/kit',
      language: 'go',
      files_changed: 1,
      additions: 1,
      deletions: 0,
      instruction_chars: 6,
    });
    expect(facts({ ...row, instance_id: 'own' }).aliases).toEqual(['acme__kit-12', 'own']);
  });

  it.each([['12'], [12n], ['12.0']])('read the number %s', (number) => {
    expect(facts({ ...row, number }).id).toBe('acme/kit:pr-12');
  });

  it.each([
    ['a dict', { a: {}, b: {} }],
    ['a list', ['a', 'b']],
    ['JSON', '{"a": {}, "b": {}}'],
    ['Python', "{'a': {'run': None}, 'b': {}}"],
    ['columns', { name: ['a', 'b'], fix: ['PASS', 'PASS'] }],
    ['a struct with the names of other rows', { a: {}, b: {}, c: null }],
  ])('count tests in %s', (_, tests) => {
    const { fields } = facts({ ...row, fixed_tests: tests, p2p_tests: tests });
    expect(fields).toMatchObject({ tests_to_fix: 2, tests_to_keep: 2 });
  });

  it('add up the tests to fix where they are not given together', () => {
    const read = facts({ ...row, f2p_tests: { a: {} }, s2p_tests: [], n2p_tests: ['b', 'c'] });
    expect(read.fields).toMatchObject({ tests_to_fix: 3 });
    expect(facts({ ...row, fixed_tests: 'nonsense' }).fields).not.toHaveProperty('tests_to_fix');
  });

  it.each([
    ['columns', { number: [3], title: ['T'], body: ['Body'] }],
    ['JSON', '[{"title": "T", "body": "Body"}]'],
    ['Python', "[{'title': 'T', 'body': 'Body'}]"],
  ])('take the problem from issues in %s', (_, issues) => {
    expect(facts({ ...row, resolved_issues: issues }).fields).toMatchObject({ instruction_chars: 6 });
  });

  it.each([[[]], [null], ['x'], [[7]], [[{ title: '', body: null }]]])('remark upon no issue: %j', (issues) => {
    expect(facts({ ...row, resolved_issues: issues }).remarks).toEqual(['no resolved issue describes the problem']);
  });

  it.each(['org', 'repo', 'number'])('are broken without %s', (key) => {
    expect(multiSweBench.read({ ...row, [key]: null })).toEqual({
      broken: expect.stringContaining(`"${key}" must be`),
    });
  });
});
