import type { BenchmarkSelection, Selection } from '../model/selection.js';
import { purposeOf } from '../purposes/purposes.js';
import { countOf } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';

/** What results on the whole selection say, in one sentence. */
export function claimOf({ kind, benchmarks, weighting }: Selection): string {
  if (kind === 'representative') {
    return `Probability sample: weighted results estimate the level of the ${countOf(weighting?.population ?? 0, 'eligible task')} of the pool.`;
  }
  const focus = benchmarks.filter((benchmark) => benchmark.kind === 'focus');
  const who = (some: readonly BenchmarkSelection[]) =>
    some.length === benchmarks.length ? '' : ` of ${joinWords(some.map(({ plan }) => plan.title))}`;
  const forPurpose = focus.flatMap((benchmark) => {
    const { learned } = benchmark;
    const claim = learned && purposeOf({ name: learned.purpose }).claim;
    return claim === undefined ? [] : [{ benchmark, words: claim(who([benchmark]), learned?.systems ?? 0) }];
  });
  const byRank = focus.filter((benchmark) => forPurpose.every((each) => each.benchmark !== benchmark));
  const isOptimised = ({ plan }: BenchmarkSelection) => plan.select.optimise !== undefined;
  const how = byRank.every(isOptimised)
    ? 'by an optimisation'
    : byRank.some(isOptimised)
      ? 'by rank or by an optimisation'
      : 'by rank';
  const ranked = `Purposive selection: the tasks${who(byRank)} were chosen ${how}. Results describe the selected tasks only; they do not generalise to the pool.`;
  return [...(byRank.length === 0 ? [] : [ranked]), ...forPurpose.map(({ words }) => words)].join(' ');
}

/** How a benchmark's part was chosen, for a table cell. */
export function kindLabel({ kind, plan, choices, eligible }: BenchmarkSelection): string {
  if (kind === 'focus') return 'focus';
  return plan.select.draw === undefined || choices.length === eligible
    ? 'representative (all taken)'
    : 'representative';
}
