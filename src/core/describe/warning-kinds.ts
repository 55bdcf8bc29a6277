import { at, groupBy } from '../lists/lists.js';
import type { Warning } from '../model/errors.js';

/** Words for each code: `(s)` is for plurals; `(one/several)` has both forms. */
const kinds: Readonly<Record<string, string>> = {
  'alike-labels': 'label(s) that (differs from another/differ) only in letter case',
  'blank-row': 'empty row(s) skipped',
  'circular-feature': 'feature(s) filled in from a score',
  'constant-component': 'score component(s) with one value for a whole benchmark',
  'empty-phase': 'phase(s) without a selected task',
  'empty-stratum': '(stratum/strata) without a task',
  'excluded-by-outcome': 'exclusion(s) based on results, in a sample',
  'extreme-weights': 'benchmark(s) with extreme weights',
  'floor-not-met': 'group(s) smaller than (its/their) floor',
  'header-row': 'row(s) that (repeats/repeat) the header, skipped',
  incomplete: 'incomplete source(s)',
  join: 'side table(s) that (does/do) not match every id',
  'label-conflict': 'label conflict(s)',
  'merged-cells': 'merger(s) of strata',
  'misspelt-label': 'label(s) that may be misspelt',
  'mostly-defaulted': 'feature(s) unknown for most tasks',
  'no-expect': 'benchmark(s) without an expected count',
  'no-prior-uplift': 'benchmark(s) with tasks without prior_uplift',
  note: 'note(s) in the plan',
  'open-quote': 'place(s) where a quote may be left open',
  optimum: 'note(s) on the optimisation',
  'outside-pool': 'benchmark(s) with tasks left out by source.where',
  'partly-hashed': 'task(s) whose files are not all hashed',
  'passed-over': 'note(s) about reading the tasks',
  'pin-not-kept': 'pinned task(s) that (is/are) excluded or left out by "where"',
  'prior-not-used': 'note(s) on unused earlier results',
  'prior-unknown': 'benchmark(s) with tasks without earlier results',
  'raised-chance': '(probability/probabilities) raised to (its/their) floor',
  remark: 'remark(s) about a source',
  'repeated-row': 'exact duplicate row(s), counted once',
  redrawn: 'exclusion(s) that (redraws/redraw) a whole group',
  'shared-ids': 'pair(s) of benchmarks that share ids',
  'several-formats': 'path(s) that (matches/match) two formats',
  shortfall: 'shortfall(s)',
  'single-draw': 'benchmark(s) with strata of a single drawn task',
  'tie-at-cut': 'tie(s) at the cutoff broken by id',
  'totals-row': 'task(s) that may be (a row/rows) of totals',
  'uneven-weights': 'benchmark(s) with uneven weights',
  'unknown-group': 'benchmark(s) with tasks that lack the grouping field',
  'ranked-by-text': 'rank(s) by text, in alphabetical order',
  unranked: 'selected task(s) without the ranking value',
  'unused-correction': 'correction(s) that (matches/match) no task',
  unpacked: 'archive(s) unpacked',
  unreadable: 'row(s) or file(s) that could not be read',
  'weight-sum': 'benchmark(s) whose weights do not sum to the pool',
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
