import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { addToHistory, editPlan } from './edit-plan.js';

const edit = { benchmark: 'b', prior: ['new.csv'], configurations: ['x', 'y'], keep: { tasks: ['t'], newAtMost: 2 } };
const entry = {
  version: 2,
  of: 'abc',
  change: 'Drawn anew: all.',
  reasons: [{ benchmark: 'b', taskId: 't', replacedBy: undefined, reason: 'flaky', evidence: 'seen' }],
};
const edited = {
  prior: { path: ['old.csv', 'new.csv'], configurations: ['x', 'y'] },
  select: { take: 3, keep: { tasks: ['t'], new_at_most: 2 } },
};

describe('a plan that is edited for a new version', () => {
  it.each([
    [
      'blocks',
      'benchmarks:\n  b:\n    prior:\n      path: old.csv # earlier\n    select:\n      take: 3\n# The end.\n',
    ],
    ['braces', 'benchmarks:\n  b: { prior: { path: [old.csv] }, select: { take: 3 } } # here\n'],
    ['JSON', '{ "benchmarks": { "b": { "prior": { "path": "old.csv" }, "select": { "take": 3 } } } }'],
    [
      'an alias',
      'x: &x { take: 3 }\nbenchmarks:\n  b:\n    prior: { path: old.csv }\n    select:\n      <<: *x\n      take: 3\n',
    ],
  ])('has it beside what was there: %s', (_, text) => {
    const { benchmarks } = parse(editPlan(text, [edit]), { merge: true });
    expect(benchmarks.b).toEqual(edited);
    for (const comment of text.match(/#.*$/gm) ?? []) expect(editPlan(text, [edit])).toContain(comment);
  });

  it.each([
    ['a path', 'tasks: pool\nprior: old.csv # earlier\ntake: 3\n'],
    ['paths', 'tasks: pool\nprior: [old.csv]\ntake: 3\n'],
    ['a mapping', 'tasks: pool\nprior: { path: old.csv }\ntake: 3\n'],
  ])('has it at the top of a short plan: %s', (_, text) => {
    const { prior, keep, take } = parse(editPlan(text, [edit]));
    expect({ prior, keep, take }).toEqual({ prior: edited.prior, keep: edited.select.keep, take: 3 });
    expect(
      parse(editPlan(text, [{ ...edit, configurations: undefined }])).prior.path ?? ['old.csv', 'new.csv'],
    ).toEqual(['old.csv', 'new.csv']);
  });

  it('gets the mapping that it lacks', () => {
    const text = 'benchmarks:\n  b:\n    prior: { path: old.csv }\n';
    expect(parse(editPlan(text, [edit])).benchmarks.b.select).toEqual({ keep: { tasks: ['t'], new_at_most: 2 } });
  });

  it.each(['name: a\n# last\n', 'name: a', '{ "name": "a" }', 'history: [{ version: 1 }]\nname: a\n'])(
    'has one more version at the end of its history: %j',
    (text) => {
      const twice = addToHistory(addToHistory(text, entry), { ...entry, version: 3 });
      const told = {
        of: 'abc',
        change: 'Drawn anew: all.',
        reasons: [{ benchmark: 'b', task: 't', reason: 'flaky', evidence: 'seen' }],
      };
      const { name, history } = parse(twice);
      expect(name).toBe('a');
      expect(history.slice(-2)).toEqual([
        { version: 2, ...told },
        { version: 3, ...told },
      ]);
    },
  );
});
