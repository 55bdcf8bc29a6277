import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { faultsOf, planTextOf } from '../../../test/support/sample-plan.js';
import { readPlan } from './read-plan.js';

const messagesOf = (text: string) => faultsOf(() => readPlan(text)).map(({ message }) => message);
const own = (select: Readonly<Record<string, unknown>>, seed: number | undefined = 1) =>
  planTextOf({ seed, benchmarks: { mine: { select } } });
const shared = (optimise: object, more: object = {}) =>
  `${planTextOf({ seed: 1, benchmarks: { mine: {}, other: {} } })}${stringify({ optimise, ...more })}`;

describe('a plan with a goal', () => {
  it('reads, in a benchmark and at the top', () => {
    const rules = [
      { by: ['repo', 'language'], at_least: 1 },
      { budget: '6 hours' },
      { where: { repo: 'a' }, exactly: 2 },
    ];
    expect(messagesOf(own({ take: 5, pin: ['t00'], optimise: { maximise: 'score', rules } }))).toEqual([]);
    expect(messagesOf(shared({ minimise: { distance: ['phase', 'language'] }, take: 9, rules }))).toEqual([]);
    const [benchmark] = readPlan(own({ optimise: { minimise: 'run.seconds', rules } })).benchmarks;
    expect(benchmark?.select.optimise).toMatchObject({
      scope: 'benchmark',
      goal: { kind: 'sum', sense: 'minimise', field: 'run.seconds' },
      rules: [
        { kind: 'count', by: ['repo', 'language'], atLeast: { otherwise: 1 }, atMost: undefined },
        { kind: 'sum', field: 'run.seconds', atMost: 21_600 },
        { kind: 'count', by: [], atLeast: { otherwise: 2 }, atMost: { otherwise: 2 } },
      ],
    });
  });

  it.each([
    ['no goal', own({ optimise: { rules: [{ by: 'repo', at_most: 1 }] } }), /has no goal/],
    ['two goals', own({ optimise: { maximise: 'score', minimise: 'additions' } }), /can have only one goal/],
    [
      'another way of choosing',
      own({ optimise: { maximise: 'score' }, prefer: ['score desc'] }),
      /"prefer" and "optimise" both decide/,
    ],
    ['a total beside it', shared({ maximise: 'score' }, { total: { take: 3 } }), /"total" does not work with/],
    [
      'a rule without a bound',
      own({ optimise: { maximise: 'score', rules: [{ by: 'repo' }] } }),
      /by needs at_least or/,
    ],
    [
      'bands of text',
      own({ optimise: { maximise: 'score', rules: [{ by: 'repo', bands: [1], at_most: 1 }] } }),
      /contains text/,
    ],
    [
      'a label to sum',
      own({ optimise: { maximise: 'repo' } }),
      /names "repo", which is text; give each of its values a number/,
    ],
    [
      'one task of which one',
      own({ optimise: { maximise: 'score', rules: [{ at_most_one_of: ['a'] }] } }),
      /at least two/,
    ],
  ])('is refused with %s', (_, text, message) => {
    const found = messagesOf(text);
    expect(found.join('\n')).toMatch(message);
    expect(found).toHaveLength(1);
  });

  it('needs a seed, because ties are broken by random numbers', () => {
    const text = planTextOf({ benchmarks: { mine: { select: { optimise: { maximise: 'score' } } } } });
    expect(messagesOf(text)).toEqual(['random numbers break ties in an optimisation, but the plan has no seed.']);
  });
});
