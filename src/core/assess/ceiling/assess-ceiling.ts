import { groupBy } from '../../lists/group-by.js';
import type { Selection } from '../../model/selection.js';
import type { PoolResults } from '../question/pool-results.js';
import type { Ceiling, StratumCeiling } from './ceiling.js';
import { countCeiling, coverageOf, expectationOf } from './ceiling-counts.js';
import { ceilingConclusion, ceilingNotes } from './ceiling-words.js';
import { pairCounts, summarisePairs } from './pair-counts.js';
import { type TaskRewards, taskRewards } from './task-rewards.js';

/** Above this many pairs only those that differ least are listed; all are counted. */
const mostPairs = 300;

const passing: ReadonlySet<string> = new Set(['outcomes/partial-rewards', 'outcomes/status-differs']);

/**
 * Counts the tasks that all configurations solve, or none: they add nothing to a comparison. Without results, or with none
 * that fit, the counts are 0 and the notes say why.
 *
 * @param options Why there are no results, where that is known.
 */
export function assessCeiling(
  selection: Selection,
  results: PoolResults | undefined,
  options: { readonly whyNone?: string | undefined } = {},
): Ceiling {
  const { plan, benchmarks } = selection;
  const tasks = taskRewards(selection, results);
  const selected = tasks.filter((task) => task.selected);
  const expected = expectationOf(tasks);
  const stratum = (members: readonly TaskRewards[], name?: string, benchmark?: string): StratumCeiling => ({
    name,
    benchmark,
    selected: countCeiling(members.filter((task) => task.selected)),
    pool: countCeiling(members),
    expected: expected(members),
  });
  const names = (results?.configurations ?? []).map(({ name }) => name);
  const pairs = pairCounts(names, selected, tasks);
  const byBenchmark = groupBy(tasks, ({ task }) => task.benchmark);
  const byPhase = groupBy(tasks, ({ task }) => task.phase);
  const byGroup = groupBy(tasks, ({ group }) => group);
  const facts = {
    configurations: names.map((name, i) => ({ name, selected: coverageOf(selected, i), pool: coverageOf(tasks, i) })),
    overall: stratum(tasks),
    benchmarks: benchmarks.map(({ plan: { name } }) => stratum(byBenchmark.get(name) ?? [], name)),
    phases: plan.phases.flatMap((phase) => {
      const members = byPhase.get(phase);
      return members === undefined ? [] : [stratum(members, phase)];
    }),
    groups: benchmarks.flatMap((benchmark) => {
      const { name, select } = benchmark.plan;
      if (select.group === undefined) return [];
      return benchmark.groups.map((group) => {
        const key = group.pinned ? '(pinned)' : (group.key ?? `(no ${select.group?.by})`);
        return stratum(byGroup.get(group) ?? [], key, name);
      });
    }),
    pairs: pairs.slice(0, mostPairs),
    pairSummary: summarisePairs(pairs),
    partial: tasks.some(({ rewards }) => rewards.some((reward) => reward !== undefined && reward > 0 && reward < 1)),
  };
  // How partial rewards count is for other questions to say: here they are compared as they are.
  const told = (results?.warnings ?? []).filter(({ code }) => !passing.has(code));
  const warnings = told.map(({ message }) => `Results: ${message}`);
  return { ...facts, conclusion: ceilingConclusion(facts), notes: ceilingNotes(facts, options.whyNone, warnings) };
}
