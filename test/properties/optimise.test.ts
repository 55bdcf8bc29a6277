import { beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { WinnowError } from '../../src/core/model/errors.js';
import { type OptimisedBenchmark, type Optimiser, studyOptimum } from '../../src/core/model/optimum.js';
import type { Selection } from '../../src/core/model/selection.js';
import { fieldValue, type ScoredTask, type Task } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { loadOptimiser } from '../../src/solver/load-optimiser.js';
import { inDepth } from '../support/depth.js';
import { type CaseLimit, type OptimiseCase, optimiseCase } from '../support/optimise-cases.js';
import { planTextOf, runText } from '../support/sample-plan.js';

let optimiser: Optimiser;
beforeAll(async () => {
  optimiser = await loadOptimiser();
});

const names = ['mine', 'other'];

const excluding = (id: string) => (own: OptimisedBenchmark) => ({ ...own, excluded: new Set([...own.excluded, id]) });

/** What Winnow makes of a case: the chosen tasks, or the code of what is wrong. */
function solved({ tasks, optimise, pin }: OptimiseCase, order: readonly Task[] = tasks): Selection | string {
  const benchmarks = Object.fromEntries(
    names.map((name) => {
      const pins = pin.filter((id) => tasks.some((task) => task.id === id && task.benchmark === name));
      return [name, pins.length === 0 ? {} : { select: { pin: pins } }];
    }),
  );
  const text = `${planTextOf({ seed: 7, benchmarks })}${stringify({ optimise })}`;
  const pools = new Map(
    names.map((name) => [name, { tasks: order.filter(({ benchmark }) => benchmark === name), problems: [] }]),
  );
  try {
    return runPlan(readPlan(text), pools, { optimiser });
  } catch (error) {
    if (error instanceof WinnowError) return error.faults.map(({ code }) => code).join();
    throw error;
  }
}

/** The case with a task for either benchmark, because an empty pool is a fault of its own. */
function caseOf(number: number): OptimiseCase {
  const made = optimiseCase(number);
  const tasks = made.tasks.map((task, i) => (i < 2 ? { ...task, benchmark: names[i] ?? '' } : task));
  return { ...made, tasks };
}

function labelOf(task: Task, { by, bands }: CaseLimit): string {
  const [field = ''] = [by ?? []].flat();
  const value = fieldValue(task, field);
  if (bands !== undefined && typeof value === 'number') return String(bands.filter((limit) => value >= limit).length);
  return [by ?? []]
    .flat()
    .map((each) => (each === 'benchmark' ? task.benchmark : String(fieldValue(task, each))))
    .join();
}

/** Whether tasks keep a rule, as the documentation says it, and not as the program works it out. */
function keepsRule(chosen: readonly Task[], all: readonly Task[], rule: CaseLimit): boolean {
  const { at_least: least = 0, at_most: most = Number.POSITIVE_INFINITY } = rule;
  if (rule.at_most_one_of !== undefined)
    return chosen.filter(({ id }) => rule.at_most_one_of?.includes(id) === true).length <= 1;
  if (rule.sum !== undefined) {
    const sum = chosen.reduce((total, task) => total + Number(fieldValue(task, rule.sum ?? '')), 0);
    return sum >= least && sum <= most;
  }
  if (rule.where !== undefined) {
    const count = chosen.filter(({ fields }) => fields['language'] === rule.where?.['language']).length;
    return count >= least && count <= most;
  }
  return [...new Set(all.map((task) => labelOf(task, rule)))].every((label) => {
    const count = chosen.filter((task) => labelOf(task, rule) === label).length;
    const size = all.filter((task) => labelOf(task, rule) === label).length;
    return count >= Math.min(least, size) && count <= most;
  });
}

function goalOf(chosen: readonly ScoredTask[], all: readonly Task[], { optimise }: OptimiseCase): number {
  const goal = optimise.maximise ?? optimise.minimise ?? '';
  const sign = optimise.maximise === undefined ? -1 : 1;
  const by = typeof goal === 'string' ? '' : 'labels' in goal ? goal.labels : goal.distance;
  const countIn = (tasks: readonly Task[], label: unknown) => tasks.filter(({ fields }) => fields[by] === label).length;
  if (goal === 'tasks') return sign * chosen.length;
  // In ten-thousandths, so that sums of scores are exact.
  if (typeof goal === 'string')
    return sign * chosen.reduce((sum, task) => sum + Math.round(10_000 * Number(fieldValue(task, goal))), 0);
  if ('labels' in goal) return sign * new Set(chosen.map(({ fields }) => fields[by])).size;
  const labels = [...new Set(all.map(({ fields }) => fields[by]))];
  const differences = labels.map((label) =>
    Math.abs(countIn(chosen, label) * all.length - countIn(all, label) * chosen.length),
  );
  return sign * differences.reduce((sum, each) => sum + each, 0);
}

/** What is asked of a case besides its rules. */
interface Asked {
  readonly forced?: string;
  /** How many tasks more or fewer than `take` will do. */
  readonly spread?: number;
}

interface Best {
  readonly goal: number;
  readonly ties: number;
  readonly ids: readonly string[];
}

/** The best of all subsets: the goal, and among equals the least sum of random numbers; undefined when none will do. */
function bruteForce(scored: readonly ScoredTask[], given: OptimiseCase, asked: Asked = {}): Best | undefined {
  let best: Best | undefined;
  const { take } = given.optimise;
  for (let mask = 0; mask < 2 ** scored.length; mask++) {
    const chosen = scored.filter((_, i) => (mask >> i) % 2 === 1);
    if (take !== undefined && Math.abs(chosen.length - take) > (asked.spread ?? 0)) continue;
    if (asked.forced !== undefined && !chosen.some(({ id }) => id === asked.forced)) continue;
    if (given.pin.some((id) => !chosen.some((task) => task.id === id))) continue;
    if (!given.optimise.rules.every((rule) => keepsRule(chosen, scored, rule))) continue;
    const goal = goalOf(chosen, scored, given);
    const ties = chosen.reduce((sum, { random = 0 }) => sum + Math.floor(random * 2 ** 20), 0);
    if (best !== undefined && (goal < best.goal || (goal === best.goal && ties >= best.ties))) continue;
    best = { goal, ties, ids: chosen.map(({ id }) => id).sort() };
  }
  return best;
}

/** The tasks as they are scored and numbered, whatever is selected. */
function scoredTasks({ tasks }: OptimiseCase): readonly ScoredTask[] {
  const select = { prefer: ['random'] };
  const text = planTextOf({ seed: 7, benchmarks: { mine: { select }, other: { select } } });
  const lists = names.map((name) => tasks.filter(({ benchmark }) => benchmark === name));
  return runText(text, ...lists).benchmarks.flatMap((benchmark) => benchmark.tasks);
}

describe('an optimum', () => {
  it('is the one that trying every subset gives, ties and contradictions included', () => {
    const seen = { found: 0, infeasible: 0 };
    for (let number = 0; number < inDepth(3000, 30); number++) {
      const given = caseOf(number);
      const expected = bruteForce(scoredTasks(given), given);
      const found = solved(given);
      const ids = typeof found === 'string' ? found : found.choices.map(({ task }) => task.id).sort();
      expect(ids, `case ${number}: ${JSON.stringify(given)}`).toEqual(
        expected?.ids ?? expect.stringMatching(/^optimise\/(?:infeasible|empty)/),
      );
      if (expected === undefined) seen.infeasible += 1;
      else seen.found += 1;
    }
    expect(seen.found).toBeGreaterThan(15);
    expect(seen.infeasible).toBeGreaterThan(4);
  });

  it('does not depend on the order of the tasks', () => {
    for (let number = 0; number < inDepth(300, 4); number++) {
      const given = caseOf(number);
      const [one, other] = [solved(given), solved(given, given.tasks.toReversed())];
      const idsOf = (found: Selection | string) =>
        typeof found === 'string' ? found : found.choices.map(({ task }) => task.id);
      expect(idsOf(other)).toEqual(idsOf(one));
    }
  });

  it('holds a floor for every label as far as there are tasks, also without the only task of one', () => {
    const tasks = ['a', 'a', 'a', 'b'].map((repo, i) => ({
      benchmark: names[i % 2] ?? '',
      id: `t${i}`,
      fields: { repo, files_changed: 1, lines_changed: 1 },
    }));
    const optimise = { maximise: 'score', take: 3, rules: [{ by: 'repo', at_least: 2 }] };
    const found = solved({ tasks, optimise, pin: [] });
    const optimum = typeof found === 'string' ? undefined : found.benchmarks[0]?.optimum;
    const study = typeof found === 'string' || !optimum ? undefined : studyOptimum(optimum, found, optimiser);
    const without = study?.changed('other', excluding('t3'));
    expect(without).toEqual(
      new Map([
        ['mine', new Set(['t0', 't2'])],
        ['other', new Set(['t1'])],
      ]),
    );
  });

  it('says by solving again what forcing a task in costs, who comes in without one, and what a task more brings', () => {
    let asked = 0;
    for (let number = 0; number < inDepth(600, 10); number++) {
      const given = caseOf(number);
      const found = solved(given);
      const optimum = typeof found === 'string' ? undefined : found.benchmarks[0]?.optimum;
      const study = typeof found === 'string' || !optimum ? undefined : studyOptimum(optimum, found, optimiser);
      if (typeof found === 'string' || study === undefined) continue;
      asked += 1;
      const scored = scoredTasks(given);
      const best = bruteForce(scored, given);
      const isIn = new Set(best?.ids);
      const unit = found.benchmarks[0]?.optimum?.certificate.value ?? 0;
      const lossOf = (other: Best | undefined) => (best?.goal ?? 0) - (other?.goal ?? 0);
      const out = scored.find(({ id }) => !isIn.has(id));
      if (out !== undefined) {
        const expected = bruteForce(scored, given, { forced: out.id });
        const forced = study.forceIn(out.benchmark, out.id);
        expect(forced.kind, `case ${number}`).toBe(expected === undefined ? 'impossible' : 'possible');
        if (forced.kind === 'possible') {
          expect(forced.loss > 0, `case ${number}, ${unit}`).toBe(lossOf(expected) > 0);
          const after = [...isIn].filter((id) => !forced.goesOut.some((task) => task.id === id));
          expect([...after, out.id, ...forced.comesIn.map(({ id }) => id)].sort()).toEqual(expected?.ids);
        }
      }
      const chosen = scored.find(({ id }) => isIn.has(id) && !given.pin.includes(id));
      if (chosen !== undefined) {
        const others = scored.filter((task) => task !== chosen);
        // A rule may name only eligible tasks.
        const isNamed = given.optimise.rules.some(({ at_most_one_of: ids = [] }) => ids.includes(chosen.id));
        const expected = isNamed ? undefined : bruteForce(others, given);
        const without = study.changed(chosen.benchmark, excluding(chosen.id));
        const ids = typeof without === 'string' ? without : [...without.values()].flatMap((each) => [...each]).sort();
        // As if it were excluded: floors for every label hold as far as there are so many other tasks.
        expect(ids, `case ${number} without ${chosen.id}`).toEqual(expected?.ids ?? 'impossible');
      }
      const ofTake = study.ruleCosts().find(({ rule }) => rule.startsWith('take '));
      if (ofTake !== undefined) {
        const expected = bruteForce(scored, given, { spread: 1 });
        expect((ofTake.gain ?? -1) > 0, `case ${number}: ${ofTake.gain}`).toBe(lossOf(expected) < 0);
      }
    }
    expect(asked).toBeGreaterThan(4);
  });
});
