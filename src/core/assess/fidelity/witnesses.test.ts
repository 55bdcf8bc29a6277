import { describe, expect, it } from 'vitest';
import { groupedTasks, samplePlan } from '../../../../test/support/sample-plan.js';
import type { Outcome } from '../../model/outcome.js';
import type { Task } from '../../model/task.js';
import { runPlan } from '../../pipeline.js';
import { readPlan } from '../../plan/read-plan.js';
import { assessResults, type ConfigurationResults } from '../question/pool-results.js';
import { assessFidelity } from './fidelity.js';
import { duplicatesOf, findNearDuplicates, learnedFrom } from './witnesses.js';

const learnt = (select: Readonly<Record<string, unknown>>) => {
  const plan = readPlan(samplePlan({ take: 20, ...select }));
  return learnedFrom(plan, plan.benchmarks[0] as (typeof plan.benchmarks)[number]);
};

describe('a plan has learned from earlier results', () => {
  it.each([
    ['groups', { group: { by: 'prior_rate', bands: [0.4] }, prefer: ['random'] }, 'groups by prior_rate'],
    ['chances', { draw: { method: 'pareto', by: 'prior_rate' } }, 'draws by prior_rate'],
    ['an order', { prefer: ['prior_solved asc'] }, 'prefers tasks by prior_solved'],
    ['a condition', { where: { prior_rate: { below: 1 } } }, 'filters by prior_rate'],
    [
      'shares',
      { group: { by: 'repo', share: 'neyman' }, prefer: ['random'] },
      'shares places by the spread of earlier results (neyman)',
    ],
  ])('by its %s', (_, select, why) => {
    expect(learnt(select)).toBe(why);
  });

  it.each([
    ['groups by another field', { group: { by: 'repo' }, prefer: ['random'] }],
    [
      'neyman by given deviations',
      { group: { by: 'repo', share: 'neyman', deviations: { a: 0.5 } }, prefer: ['random'] },
    ],
    ['the score', { prefer: ['score desc'] }],
  ])('but not by %s', (_, select) => {
    expect(learnt(select)).toBeUndefined();
  });
});

describe('a learned design', () => {
  // Each system passes what is easy to it; old and its copy are one.
  const tasks = groupedTasks({ a: 100 }).map((task, i): Task => {
    const solved = i % 3 === 0 ? 1 : 0;
    return { ...task, fields: { ...task.fields, prior_results: 1, prior_solved: solved, prior_rate: solved } };
  });
  const passes: Readonly<Record<string, (at: number) => boolean>> = {
    old: (at) => at % 3 === 0,
    copy: (at) => at % 3 === 0 || at === 1,
    fresh: (at) => at % 3 === 0 || at % 4 === 0,
  };
  const plan = readPlan(samplePlan({ take: 20, group: { by: 'prior_rate', bands: [0.5] }, prefer: ['random'] }));
  const selection = runPlan(plan, new Map([['mine', { tasks, problems: [], priorSystems: ['old', 'older'] }]]));
  const results = (names: readonly string[]) => {
    const outcomes = names.flatMap((configuration) =>
      tasks.map(({ id }, at): Outcome => {
        const reward = passes[configuration]?.(at) === true ? 1 : 0;
        return {
          taskId: id,
          configuration,
          run: '',
          attempt: 1,
          status: reward ? 'passed' : 'failed',
          reward,
          place: {},
        };
      }),
    );
    return assessResults(selection, { outcomes, files: [], faults: [], warnings: [] }).pool;
  };

  it('is judged on systems left out, near-duplicates on the same side', () => {
    const { scopes, notes } = assessFidelity(selection, results(['old', 'copy', 'fresh']), { draws: 100 });
    expect(scopes[0]?.leftOut).toEqual([
      { system: 'copy', why: 'near-duplicate of old' },
      { system: 'old', why: 'the plan learned from it' },
    ]);
    expect(scopes[0]?.sizes[0]?.readings[0]?.systems.map(({ system }) => system)).toEqual(['fresh']);
    expect(notes.join('\n')).toMatch(/groups by prior_rate, so only systems that it did not learn from count/);
    expect(notes.join('\n')).toMatch(/also learned from older\. Without their results/);
  });

  it('cannot be judged when no system is left', () => {
    const { scopes, notJudged } = assessFidelity(selection, results(['old', 'copy']), { draws: 100 });
    expect(scopes).toEqual([]);
    expect(notJudged[0]?.why).toMatch(/learned from all of these systems.*fitted to these results/);
  });

  it('knows a system that it was learned from under another name, by its outcomes', () => {
    const rewards = new Map(tasks.map(({ id }, at) => [id, [passes['old']?.(at) === true ? 1 : 0]]));
    const pool = { tasks, problems: [], priorSystems: ['old'], priorRewards: new Map([['old', rewards]]) };
    const learned = runPlan(plan, new Map([['mine', pool]]));
    const { scopes, notes } = assessFidelity(learned, results(['copy', 'fresh']));
    expect(scopes[0]?.leftOut).toEqual([{ system: 'copy', why: 'near-duplicate of old, which the plan learned from' }]);
    expect(notes.join(' ')).not.toMatch(/can't detect near-duplicates/);
  });
});

function system(name: string, rewards: readonly (number | undefined)[]): ConfigurationResults {
  const entries = rewards.flatMap((reward, i) =>
    reward === undefined
      ? []
      : ([
          [`mine/t${i}`, { state: 'scored', rewards: [reward], unscored: 0, lacking: 0, retried: 0, scoreless: 0 }],
        ] as const),
  );
  return { name, byTask: new Map(entries) };
}

const half = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 1 : 0));
const flipped = (count: number, list = half) => list.map((reward, i) => (i < count ? 1 - reward : reward));

describe('near-duplicate systems', () => {
  const pairsIn = (passAt: number, ...rewards: readonly (readonly (number | undefined)[])[]) =>
    findNearDuplicates(
      rewards.map((list, i) => system('abc'[i] ?? '', list)),
      passAt,
    );

  it('are those whose passes correlate above 0.85 on common tasks', () => {
    // Flipping 6 of 100 balanced results, three each way, gives phi .88; 8 give .84.
    const pair = { systems: ['a', 'b'], phi: expect.closeTo(0.88, 12), commonTasks: 100, discordantTasks: 6 };
    const systems = [system('b', flipped(6)), system('a', half), system('c', flipped(40))];
    expect(findNearDuplicates(systems, 1)).toEqual({ nearDuplicates: [pair], incomparable: 0 });
    expect(pairsIn(1, half, flipped(8)).nearDuplicates).toEqual([]);
  });

  it('are not told from few common tasks, nor from results that are all the same', () => {
    const few = half.map((reward, i) => (i < 19 ? reward : undefined));
    expect(pairsIn(1, half, few)).toEqual({ nearDuplicates: [], incomparable: 1 });
    const none = half.map(() => 0);
    expect(pairsIn(1, none, none)).toEqual({ nearDuplicates: [], incomparable: 0 });
  });

  it('pass where partial rewards do, and must agree in the parts as well', () => {
    const partial = half.map((reward) => (reward === 1 ? 0.6 : 0.1));
    expect(pairsIn(0.5, half, partial).nearDuplicates).toHaveLength(1);
    expect(pairsIn(1, half, partial).nearDuplicates).toEqual([]);
    // Both pass the same two tasks, and earn quite different parts of the others.
    const parts = half.map((_, i) => (i < 2 ? 1 : 0.9 * (i % 2)));
    const turned = parts.toReversed().map((reward, i) => (i < 2 ? 1 : reward));
    expect(pairsIn(1, parts, turned).nearDuplicates).toEqual([]);
  });

  it('form groups, also through others', () => {
    const pair = (one: string, other: string) => ({
      systems: [one, other] as const,
      phi: 0.9,
      commonTasks: 50,
      discordantTasks: 2,
    });
    const groups = duplicatesOf(['a', 'b', 'c', 'd', 'e'], [pair('a', 'b'), pair('c', 'd'), pair('b', 'd')]);
    expect([...(groups.get('c') ?? [])].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(groups.get('a')).toBe(groups.get('d'));
    expect([...(groups.get('e') ?? [])]).toEqual(['e']);
  });
});
