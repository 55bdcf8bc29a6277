import type { BenchmarkSelection, Selection } from '../model/selection.js';
import { purposeOf } from '../purposes/purposes.js';
import { countOf, formatCount, joinWords, times } from '../text/words.js';

/** "Selected 93 tasks from 826 available across 7 benchmarks, covering 8 of 8 phases, scored by MCP benefit." */
export function overviewSentence({ plan, statistics }: Selection): string {
  const across = `${formatCount(statistics.available)} available across ${countOf(plan.benchmarks.length, 'benchmark')}`;
  return `Selected ${countOf(statistics.selected, 'task')} from ${across}${coverageWords({ plan, statistics })}.`;
}

function coverageWords({ plan, statistics }: Pick<Selection, 'plan' | 'statistics'>): string {
  const covered = statistics.byPhase.filter((row) => row.selected > 0).length;
  const phases = plan.phases.length === 0 ? '' : `, covering ${covered} of ${countOf(plan.phases.length, 'phase')}`;
  return `${phases}${plan.score.weights.size === 0 ? '' : `, scored by ${plan.score.name}`}`;
}

/** The claim that results on the whole selection support; `isBest` means that its ranks come from an optimisation. */
export function claimOf({ kind, benchmarks, weighting }: Selection, isBest = false): string {
  if (kind === 'representative') {
    return `Probability sample: weighted results estimate the level on all ${countOf(weighting?.population ?? 0, 'eligible task')} in the pool.`;
  }
  const focus = benchmarks.filter((benchmark) => benchmark.kind === 'focus');
  const who = (some: readonly BenchmarkSelection[]) =>
    some.length === benchmarks.length ? '' : ` from ${joinWords(some.map(({ plan }) => plan.title))}`;
  const forPurpose = focus.flatMap((benchmark) => {
    const { learned } = benchmark;
    const claim = learned && purposeOf({ name: learned.purpose }).claim;
    return claim === undefined ? [] : [{ benchmark, words: claim(who([benchmark]), learned?.systems ?? 0) }];
  });
  const byRank = focus.filter((benchmark) => forPurpose.every((each) => each.benchmark !== benchmark));
  const isOptimised = ({ plan }: BenchmarkSelection) => isBest || plan.select.optimise !== undefined;
  const how = byRank.every(isOptimised)
    ? 'by optimisation'
    : byRank.some(isOptimised)
      ? 'by rank or optimisation'
      : 'by rank';
  const ranked = `Purposive selection: the tasks${who(byRank)} were chosen ${how}. Results describe only these tasks and do not generalise to the pool.`;
  return [...(byRank.length === 0 ? [] : [ranked]), ...forPurpose.map(({ words }) => words)].join(' ');
}

/** The names of the kinds in text; documents keep `focus`. */
export const kindWords = { focus: 'purposive', representative: 'representative' } as const;

export function kindLabel({ kind, plan, choices, eligible }: BenchmarkSelection): string {
  if (kind === 'focus') return kindWords.focus;
  return plan.select.draw === undefined || choices.length === eligible
    ? 'representative (all taken)'
    : 'representative';
}

export function pilotSentence({ plan: { pilot }, choices }: Pick<Selection, 'plan' | 'choices'>): string | undefined {
  if (pilot === undefined) return undefined;
  const { goal, repeats, budget } = pilot;
  const runs = formatCount(pilotRuns(choices.length, repeats));
  return `Pilot (goal: ${goal}): run each of the ${countOf(choices.length, 'task')} ${times(repeats)} in each arm, ${runs} runs in total. Budget: ${budget}.`;
}

export function pilotRuns(tasks: number, repeats: number): number {
  return 2 * repeats * tasks;
}
