import { describe, expect, it } from 'vitest';
import { makeField } from '../core/model/task.js';
import { deriveFields, matchPattern } from './pool-of.js';

describe('a pattern', () => {
  it.each([
    ['{owner}__{name}-{number}', 'astropy__astropy-1', { owner: 'astropy', name: 'astropy', number: '1' }],
    [
      '{owner}__{name}-{number}',
      'scikit-learn__scikit-learn-10297',
      { owner: 'scikit-learn', name: 'scikit-learn', number: '10297' },
    ],
    ['instance_{repo}-v{n}', 'instance_a-v-v2', { repo: 'a-v', n: '2' }],
    ['{a}{b}', 'xyz', { a: 'xy', b: 'z' }],
    ['x.{all}', 'x.(a+)+$', { all: '(a+)+$' }],
  ])('%s in %s', (pattern, text, parts) => {
    expect(Object.fromEntries(matchPattern(pattern, text) ?? [])).toEqual(parts);
  });

  it.each([
    ['{owner}__{name}-{number}', 'astropy_astropy-1'],
    ['{owner}__{name}-{number}', '__a-1'],
    ['{owner}__{name}-{number}', 'a__b-'],
    ['task-{n}', 'Task-1'],
    ['no names', 'no names'],
    ['{a}-{b}', '-'],
    ['{a}', ''],
  ])('%s is not in %s', (pattern, text) => {
    expect(matchPattern(pattern, text)).toBeUndefined();
  });

  it('takes time in proportion to the text, whatever it holds', () => {
    const text = '-'.repeat(200_000);
    expect(matchPattern('{a}-{b}-{c}-{d}-{e}x', text)).toBeUndefined();
    expect(matchPattern('{a}-{b}-{c}', text)?.get('a')).toHaveLength(200_000 - 4);
  });
});

describe('derived fields', () => {
  const fields = new Map(
    [makeField('repo', 'label'), makeField('number', 'number'), makeField('language', 'label')].map((field) => [
      field.name,
      field,
    ]),
  );
  const task = { benchmark: 'b', id: 'acme__kit-12', fields: {} };

  it('are cut out of the id, marked as derived, and can build on one another', () => {
    const rules = [
      { field: 'repo', from: 'id', pattern: '{owner}__{name}-{n}', value: '{owner}/{name}' },
      { field: 'number', from: 'id', pattern: '{x}-{number}', value: '{number}' },
      { field: 'language', from: 'repo', pattern: '{owner}/{language}', value: '{language}' },
    ];
    expect(deriveFields(task, rules, fields)).toMatchObject({
      fields: { repo: 'acme/kit', number: 12, language: 'kit' },
      provenance: { repo: 'derived', number: 'derived' },
    });
  });

  it('leave what the source gives, and what does not match', () => {
    const rules = [
      { field: 'repo', from: 'id', pattern: '{repo}-{n}', value: '{repo}' },
      { field: 'number', from: 'id', pattern: '{number}__{x}', value: '{number}' },
    ];
    const known = { ...task, fields: { repo: 'own' } };
    expect(deriveFields(known, rules, fields)).toEqual(known);
  });
});
