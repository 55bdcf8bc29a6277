import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runText, tasksOf } from '../../../../test/support/sample-plan.js';
import type { Selection } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { type Design, designs } from './designs.js';

const [optimisedDesign] = designs.filter(({ name }) => name === 'optimised') as [Design];

/** A plan of three phases, by category; every score is the same where it has one weight for nothing. */
function planOf(select: object, { exclude = [] as readonly string[], isLevel = false } = {}): string {
  const score = isLevel ? { constant: 0.5 } : { ramp: 'files_changed', full: 10 };
  return JSON.stringify({
    name: 'three',
    seed: 7,
    phases: ['A', 'B', 'C'],
    phase: { by: 'category', values: { a: 'A', b: 'B', c: 'C' } },
    score: { name: 'size', weights: { size: 1 }, components: { size: score } },
    benchmarks: {
      mine: {
        source: { embedded: 'none' },
        ...(exclude.length === 0 ? {} : { exclude: exclude.map((id) => ({ id, reason: 'flaky' })) }),
        select,
      },
    },
  });
}

function optimised(plan: Selection): Selection {
  const found = optimisedDesign.select(plan, '1');
  if ('why' in found) throw new Error(found.why);
  return found;
}

const sumOf = (tasks: readonly ScoredTask[]) => tasks.reduce((sum, { score }) => sum + score, 0);
const tasksIn = ({ choices }: Selection) => choices.map(({ task }) => task);
const phasesOf = (tasks: readonly ScoredTask[]) =>
  tasks
    .map(({ phase }) => phase)
    .toSorted()
    .join();

/** Every choice of so many tasks. */
function* subsets(tasks: readonly ScoredTask[], count: number): Generator<readonly ScoredTask[]> {
  const [first, ...others] = tasks;
  if (count === 0) yield [];
  else if (first !== undefined) {
    for (const rest of subsets(others, count - 1)) yield [first, ...rest];
    yield* subsets(others, count);
  }
}

const task = fc.record({
  category: fc.constantFrom('a', 'b', 'c'),
  repo: fc.constantFrom('x', 'y'),
  files_changed: fc.integer({ min: 0, max: 7 }),
});
const rules = fc.constantFrom<object[]>(
  { prefer: ['random'] },
  { prefer: ['files_changed asc'] },
  { group: { by: 'repo', share: 'equal' } },
);

describe('the optimised design of a plan without a goal', () => {
  it('is a best one of all choices with the same phases, pins and exclusions', () => {
    fc.assert(
      fc.property(
        fc.array(task, { minLength: 5, maxLength: 9 }).filter((fields) => {
          return new Set(fields.map(({ files_changed: files }) => files)).size > 1;
        }),
        fc.integer({ min: 2, max: 3 }),
        rules,
        fc.boolean(),
        fc.boolean(),
        (fields, take, rule, hasPin, hasExclusion) => {
          const pin = hasPin ? ['t00'] : [];
          const exclude = hasExclusion ? ['t01'] : [];
          const plan = runText(planOf({ take, ...rule, ...(hasPin ? { pin } : {}) }, { exclude }), tasksOf(fields));
          const all = plan.benchmarks.flatMap(({ tasks }) => tasks).filter(({ id }) => !exclude.includes(id));
          const found = tasksIn(optimised(plan));
          const fitting = [...subsets(all, take)].filter(
            (each) =>
              phasesOf(each) === phasesOf(tasksIn(plan)) && pin.every((id) => each.some((one) => one.id === id)),
          );
          expect(fitting.some((each) => each.every((one) => found.some(({ id }) => id === one.id)))).toBe(true);
          expect(sumOf(found)).toBeCloseTo(Math.max(...fitting.map(sumOf)), 9);
        },
      ),
      { numRuns: 25 },
    );
  });

  const fields = Array.from({ length: 30 }, (_, i) => ({ category: 'abc'[i % 3] ?? 'a', files_changed: (i * 7) % 11 }));

  it("goes by the plan's order where every task has the same score", () => {
    const text = planOf({ take: 6, prefer: ['files_changed desc'] }, { isLevel: true });
    const plan = runText(text, tasksOf(fields));
    const { choices } = optimised(plan);
    expect(choices.length).toBe(6);
    expect(optimisedDesign.words(plan)).toMatch(
      /^Takes the first tasks in the plan's order, with as many tasks per phase /,
    );
  });

  it('is not given where neither score nor order tells tasks apart', () => {
    const plan = runText(planOf({ take: 6, prefer: ['random'] }, { isLevel: true }), tasksOf(fields));
    expect(optimisedDesign.select(plan, '1')).toEqual({
      why: expect.stringMatching(/^Nothing to optimise, /),
    });
  });
});
