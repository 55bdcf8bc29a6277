import { at, groupBy } from '../lists/lists.js';
import type { Warning } from '../model/errors.js';

/** Words for each code: `(s)` is for plurals; `(one/several)` has both forms. */
const kinds: Readonly<Record<string, string>> = {
  'alike-labels': 'label(s) that (differs from another/differ) only in letter case',
  'blank-row': 'empty row(s) skipped',
  'circular-feature': 'feature(s) filled in from a score',
  'constant-component': 'score component(s) constant within a benchmark',
  'empty-phase': 'phase(s) with no selected tasks',
  'empty-stratum': '(stratum/strata) with no tasks',
  'excluded-by-outcome': 'exclusion(s) from a sample because of results',
  'extreme-weights': 'benchmark(s) with extreme weights',
  'few-systems': 'benchmark(s) with few earlier systems',
  'floor-not-met': 'group(s) smaller than (its/their) floor',
  'header-row': 'repeated header row(s) skipped',
  incomplete: 'incomplete source(s)',
  join: 'joined table(s) that (does/do) not match every id',
  'label-conflict': 'label conflict(s)',
  'little-learned': 'benchmark(s) with little to gain from earlier results',
  'merged-cells': 'stratum merge(s)',
  'misspelt-label': 'label(s) that may be misspelt',
  'mostly-defaulted': 'feature(s) unknown for most tasks',
  'no-expect': 'benchmark(s) without "expect"',
  'no-prior-uplift': 'benchmark(s) with tasks that have no prior_uplift',
  'not-learned': 'benchmark(s) with tasks that no earlier system has run',
  note: 'note(s) in the plan',
  'open-quote': 'quote(s) that may not be closed',
  optimum: 'note(s) about the optimisation',
  'outside-pool': 'benchmark(s) with tasks left out by source.where',
  'partly-hashed': 'task(s) with files that were not hashed',
  'passed-over': 'note(s) about reading the tasks',
  'pin-not-kept': 'pinned task(s) that (is/are) excluded or left out by "where"',
  'prior-not-used': 'note(s) about unused earlier results',
  'prior-unlisted': 'benchmark(s) with earlier results that don’t list every task',
  'prior-unknown': 'benchmark(s) with tasks that have no earlier results',
  'raised-chance': '(probability/probabilities) raised to the minimum',
  remark: 'remark(s) about a source',
  'repeated-row': 'exact duplicate row(s), counted once',
  redrawn: 'exclusion(s) that (redraws/redraw) a whole group',
  'shared-ids': 'pair(s) of benchmarks that share ids',
  'several-formats': 'path(s) that (matches/match) two formats',
  shortfall: 'shortfall(s)',
  'single-draw': 'benchmark(s) with only one task drawn from some strata',
  'tie-at-cut': 'benchmark(s) with ties at the cutoff, broken by id',
  'totals-row': 'task(s) that may be (a totals row/totals rows)',
  'uneven-weights': 'benchmark(s) with uneven weights',
  'unknown-group': 'benchmark(s) with tasks that lack the grouping field',
  'ranked-by-text': 'alphabetical ranking(s) of text',
  unranked: 'selected task(s) with no value to rank by',
  'unsplit-cell': 'value(s) of a list with a wanted word among others',
  'unused-correction': 'correction(s) that (matches/match) no task',
  'unused-exclusion': 'exclusion condition(s) that (matches/match) no tasks',
  'unused-pin': 'pin condition(s) that (matches/match) no tasks',
  unpacked: 'archive(s) unpacked',
  unreadable: 'row(s) or file(s) that could not be read',
  'weight-sum': 'benchmark(s) with weights that do not sum to the pool size',
  'where-value': 'value(s) in select.where that no task has',
};

export function warningKinds(warnings: readonly Warning[]) {
  return [...groupBy(warnings, ({ code, brief }) => JSON.stringify([code, brief])).values()].map((own) => {
    const { code, brief } = at(own, 0);
    const count = own.reduce((sum, warning) => sum + (warning.count ?? 1), 0);
    return {
      code,
      words: brief ?? numbered(kinds[code] ?? code.replaceAll(/[-/]/g, ' '), count),
      warnings: own,
      count,
    };
  });
}

function numbered(words: string, count: number): string {
  const isOne = count === 1;
  return words.replaceAll('(s)', isOne ? '' : 's').replaceAll(/\(([^/)]*)\/([^)]*)\)/g, isOne ? '$1' : '$2');
}
