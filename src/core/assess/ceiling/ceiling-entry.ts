import { figure } from '../question/figure.js';
import type { Ceiling, CeilingCounts, ResultCounts, StratumCeiling } from './ceiling.js';

/** The assessment as plain data. */
export function ceilingEntry(ceiling: Ceiling) {
  const { overall, configurations, pairs, pairSummary } = ceiling;
  return {
    selected: overall.selected.tasks,
    eligible: overall.pool.tasks,
    conclusion: ceiling.conclusion,
    overall: stratumEntry(overall),
    benchmarks: ceiling.benchmarks.map(stratumEntry),
    phases: ceiling.phases.map(stratumEntry),
    groups: ceiling.groups.map((group) => ({ benchmark: group.benchmark ?? null, ...stratumEntry(group) })),
    configurations: configurations.map(({ name, selected, pool }) => ({
      name,
      selected: coverageEntry(selected),
      eligible: coverageEntry(pool),
    })),
    pairs:
      pairSummary === undefined
        ? null
        : {
            count: pairSummary.pairs,
            differ: pairSummary.differ,
            share_selected: figure(pairSummary.share.selected),
            share_eligible: figure(pairSummary.share.pool),
            needed: pairSummary.needed,
            below_needed: pairSummary.hopeless,
            list: pairs.map(({ first, second, selected, pool }) => ({ first, second, selected, eligible: pool })),
          },
    notes: ceiling.notes,
  };
}

function stratumEntry({ name, selected, pool, expected }: StratumCeiling) {
  return {
    ...(name === undefined ? {} : { name }),
    selected: countsEntry(selected),
    eligible: countsEntry(pool),
    expected_apart: { mean: figure(expected.mean), low: figure(expected.low), high: figure(expected.high) },
  };
}

function countsEntry({ tasks, byAll, byNone, alike, apart, open, without }: CeilingCounts) {
  return { tasks, solved_by_all: byAll, solved_by_none: byNone, alike, apart, open, without_score: without };
}

function coverageEntry({ scored, errored, notRun, absent, solved, unsolved }: ResultCounts) {
  return { scored, errored, not_run: notRun, absent, solved, unsolved };
}
