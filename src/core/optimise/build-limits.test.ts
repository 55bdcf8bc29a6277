import { describe, expect, it } from 'vitest';
import type { CountRule } from '../model/select-rule.js';
import { buildLimits } from './build-limits.js';
import type { Candidate } from './problem.js';

const repos = ['a', 'a', 'b', undefined, undefined, 'unknown'];
const candidates = repos.map((repo, i) => ({
  task: { benchmark: 'mine', id: `t${i}`, fields: repo === undefined ? {} : { repo } },
  plan: {},
})) as unknown as readonly Candidate[];

const bound = (otherwise: number | undefined, values: Readonly<Record<string, number>> = {}) => ({
  values: new Map(Object.entries(values)),
  otherwise,
});

/** "a ≤ 1" for each limit, and how many candidates are exempt. */
function limitsOf(rule: Partial<CountRule>) {
  const full: CountRule = {
    kind: 'count',
    by: ['repo'],
    bands: [],
    where: undefined,
    atLeast: undefined,
    atMost: undefined,
    ...rule,
  };
  const { limits, exempt, faults } = buildLimits(full, {
    number: 0,
    candidates,
    fields: new Map(),
    portion: undefined,
  });
  expect(faults).toEqual([]);
  return [
    ...limits.map(({ what, side, bound: of }) => `${what} ${side} ${of}`),
    `exempt ${exempt?.columns.length ?? 0}`,
  ];
}

describe('tasks without a label, or with "unknown" for one', () => {
  it('are exempt from floors and ceilings for every label', () => {
    expect(limitsOf({ atMost: bound(1) })).toEqual(['repo a most 1', 'exempt 3']);
    expect(limitsOf({ atLeast: bound(1) })).toEqual(['repo a least 1', 'repo b least 1', 'exempt 3']);
  });

  it('are bound by what names them', () => {
    expect(limitsOf({ atMost: bound(1, { unknown: 2 }) })).toEqual([
      'repo a most 1',
      'repo unknown most 2',
      'exempt 0',
    ]);
    expect(limitsOf({ atLeast: bound(undefined, { unknown: 2 }) })).toEqual(['repo unknown least 2', 'exempt 0']);
    // Named in the ceiling, they are limited, although the floor for every label still does not apply to them.
    expect(limitsOf({ atLeast: bound(1), atMost: bound(undefined, { unknown: 2 }) })).toEqual([
      'repo a least 1',
      'repo b least 1',
      'repo unknown most 2',
      'exempt 0',
    ]);
    // Named in the floor, they are still exempt from the ceiling.
    expect(limitsOf({ atLeast: bound(1, { unknown: 2 }), atMost: bound(3) })).toEqual([
      'repo a least 1',
      'repo b least 1',
      'repo unknown least 2',
      'exempt 3',
    ]);
  });

  it('are out where no other label than those named may be in', () => {
    expect(limitsOf({ atMost: bound(0, { a: 1 }) })).toEqual([
      'repo a most 1',
      'repo b most 0',
      'repo unknown most 0',
      'exempt 0',
    ]);
  });

  it('are crossed with what is known, and exempt all the same', () => {
    expect(limitsOf({ by: ['benchmark', 'repo'], atMost: bound(1) })).toEqual([
      'benchmark × repo mine × a most 1',
      'exempt 3',
    ]);
  });
});
