import { at } from '../../lists/at.js';
import { groupBy } from '../../lists/group-by.js';
import { declaredLabels } from '../../model/field.js';
import type { Plan } from '../../model/plan.js';
import { fieldValue, type ScoredTask } from '../../model/task.js';
import { totalVariation } from '../../statistics/association/total-variation.js';
import { compareText } from '../../text/compare-text.js';
import type { EmptyCell, EmptyCells, LabelCount } from './balance.js';

/** A label of the tasks in a scope, made ready to count many samples. */
export interface LabelColumn {
  readonly name: string;
  /** The share of the sample that would have to move to have the shares of the pool. */
  readonly variation: (sample: Int32Array, weights: Float64Array | undefined) => number;
  readonly counts: (
    sample: Int32Array,
    rates: Float64Array,
    weights: Float64Array | undefined,
  ) => readonly LabelCount[];
}

/** More values of a label of the plan's own are no balance that one could read. */
const mostOwnValues = 30;

/** The labels that are counted: those that all tasks have, and the plan's own. Within a benchmark it says nothing itself. */
export function countedLabels(plan: Plan, tasks: readonly ScoredTask[], isWhole: boolean): readonly string[] {
  const own = declaredLabels(plan).filter((name) => {
    const values = new Set(tasks.map((task) => fieldValue(task, name)));
    return values.size > 1 && values.size <= mostOwnValues;
  });
  return ['phase', 'language', ...(isWhole ? ['benchmark'] : []), ...own];
}

/** Prepares a label for counting; values come in the order given, then by name. */
export function labelColumnOf(
  name: string,
  all: readonly ScoredTask[],
  members: Int32Array,
  order: readonly string[],
): LabelColumn {
  const labels = all.map((task) => labelOf(task, name));
  const place = (value: string) => (order.includes(value) ? order.indexOf(value) : order.length);
  const inScope = new Set(Array.from(members, (task) => labels[task] ?? ''));
  const values = [...inScope].sort((a, b) => place(a) - place(b) || compareText(a, b));
  const codes = new Map(values.map((value, code) => [value, code]));
  // By number of the task, so that thousands of samples are counted without looking up a word.
  const codeOf = Int32Array.from(labels, (label) => codes.get(label) ?? -1);
  const tally = (tasks: Int32Array, weights: Float64Array | undefined) => {
    const counts = new Float64Array(values.length);
    for (const task of tasks) {
      const code = codeOf[task] ?? -1;
      counts[code] = (counts[code] ?? 0) + (weights === undefined ? 1 : (weights[task] ?? 0));
    }
    return counts;
  };
  const pool = tally(members, undefined);
  return {
    name,
    variation: (sample, weights) => {
      const counts = tally(sample, weights);
      return totalVariation(new Map(counts.entries()), new Map(pool.entries())) ?? 0;
    },
    counts: (sample, rates, weights) => {
      const [selected, planned] = [tally(sample, undefined), tally(members, rates)];
      const weighted = weights === undefined ? undefined : tally(sample, weights);
      const total = weighted?.reduce((sum, each) => sum + each, 0) ?? 0;
      return values.map((value, code) => ({
        value,
        selected: at(selected, code),
        weightedShare: weighted === undefined || total === 0 ? undefined : at(weighted, code) / total,
        pool: at(pool, code),
        proportional: (sample.length * at(pool, code)) / members.length,
        planned: at(planned, code),
      }));
    },
  };
}

/** The task's label; "" when it is not known. */
function labelOf(task: ScoredTask, name: string): string {
  return name === 'benchmark' ? task.benchmark : String(fieldValue(task, name) ?? '');
}

/** What the eligible tasks have and the selected ones lack. */
export function emptyCells(plan: Plan, tasks: readonly ScoredTask[], selected: readonly ScoredTask[]): EmptyCells {
  const missing = (keyOf: (task: ScoredTask) => string) => {
    const met = new Set(selected.map(keyOf));
    const unmet = groupBy(
      tasks.filter((task) => keyOf(task) !== '' && !met.has(keyOf(task))),
      keyOf,
    );
    return [...unmet]
      .flatMap(([key, [first, ...others]]) => (first === undefined ? [] : [{ key, first, pool: 1 + others.length }]))
      .sort((a, b) => b.pool - a.pool || compareText(a.key, b.key));
  };
  const cells = (keyOf: (task: ScoredTask) => string): EmptyCell[] =>
    missing(keyOf).map(({ key, pool }) => ({ value: key, pool }));
  const inPool = new Set(tasks.map(({ phase }) => phase));
  return {
    phases: cells(({ phase }) => phase),
    languages: cells((task) => labelOf(task, 'language')),
    benchmarks: cells(({ benchmark }) => benchmark),
    phasesOfBenchmarks: missing(({ benchmark, phase }) => JSON.stringify([benchmark, phase])).map(({ first, pool }) => {
      return { value: first.phase, benchmark: first.benchmark, pool };
    }),
    phasesWithoutTasks: plan.phases.filter((phase) => !inPool.has(phase)),
  };
}
