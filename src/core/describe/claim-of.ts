import type { BenchmarkSelection, Selection } from '../model/selection.js';
import { countOf } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';

/** What results on the whole selection say, in one sentence. */
export function claimOf({ kind, benchmarks, weighting }: Selection): string {
  if (kind === 'representative') {
    return `Representative: a probability sample. Results, weighted, are an estimate for the ${countOf(weighting?.population ?? 0, 'eligible task')} of the pool.`;
  }
  const focus = benchmarks.filter((benchmark) => benchmark.kind === 'focus');
  const who = focus.length === benchmarks.length ? '' : ` of ${joinWords(focus.map(({ plan }) => plan.title))}`;
  const isOptimised = focus.every(({ plan }) => plan.select.optimise !== undefined);
  const how = isOptimised
    ? 'by an optimisation, which is a purposive selection'
    : focus.some(({ plan }) => plan.select.optimise !== undefined)
      ? 'by rank or by an optimisation'
      : 'by rank';
  return `Focus: the tasks${who} were chosen ${how}. Results describe the selected tasks only; they are no estimate for the pool.`;
}

/** How a benchmark's part was chosen, for a table cell. */
export function kindLabel({ kind, plan, choices, eligible }: BenchmarkSelection): string {
  if (kind === 'focus') return 'focus';
  return plan.select.draw === undefined || choices.length === eligible
    ? 'representative (all taken)'
    : 'representative';
}
