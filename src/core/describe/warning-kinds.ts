import { at, groupBy } from '../lists/lists.js';
import type { Warning } from '../model/errors.js';

const kinds: Readonly<Record<string, readonly [one: string, several: string]>> = {
  'alike-labels': ['label that differs from another only in letter case', 'labels that differ only in letter case'],
  'blank-row': ['empty row skipped', 'empty rows skipped'],
  'circular-feature': ['feature filled in from a score', 'features filled in from a score'],
  'constant-component': [
    'score component with one value for a whole benchmark',
    'score components with one value for a whole benchmark',
  ],
  'empty-phase': ['phase without a selected task', 'phases without a selected task'],
  'empty-stratum': ['stratum without a task', 'strata without a task'],
  'excluded-by-outcome': ['exclusion based on results, in a sample', 'exclusions based on results, in a sample'],
  'extreme-weights': ['benchmark with extreme weights', 'benchmarks with extreme weights'],
  'floor-not-met': ['group smaller than its floor', 'groups smaller than their floor'],
  incomplete: ['incomplete source', 'incomplete sources'],
  join: ['side table that does not match every id', 'side tables that do not match every id'],
  'label-conflict': ['label conflict', 'label conflicts'],
  'merged-cells': ['merger of strata', 'mergers of strata'],
  'misspelt-label': ['label that may be misspelt', 'labels that may be misspelt'],
  'mostly-defaulted': ['feature unknown for most tasks', 'features unknown for most tasks'],
  'no-expect': ['benchmark without an expected count', 'benchmarks without an expected count'],
  'no-prior-uplift': ['benchmark with tasks without prior_uplift', 'benchmarks with tasks without prior_uplift'],
  note: ['note in the plan', 'notes in the plan'],
  optimum: ['note on the optimisation', 'notes on the optimisation'],
  'outside-pool': ['benchmark with tasks left out by source.where', 'benchmarks with tasks left out by source.where'],
  'partly-hashed': ['task whose files are not all hashed', 'tasks whose files are not all hashed'],
  'passed-over': ['note about reading the tasks', 'notes about reading the tasks'],
  'pin-not-kept': [
    'task that a condition pins, excluded or left out by "where"',
    'tasks that a condition pins, excluded or left out by "where"',
  ],
  'prior-not-used': ['note on earlier results not used', 'notes on earlier results not used'],
  'prior-unknown': ['benchmark with tasks without earlier results', 'benchmarks with tasks without earlier results'],
  'raised-chance': ['probability raised to its floor', 'probabilities raised to their floor'],
  remark: ['remark about a source', 'remarks about a source'],
  'repeated-row': ['exact duplicate row, counted once', 'exact duplicate rows, counted once'],
  redrawn: ['exclusion that redraws a whole group', 'exclusions that redraw a whole group'],
  'shared-ids': ['pair of benchmarks that share ids', 'pairs of benchmarks that share ids'],
  'several-formats': ['path that matches two formats', 'paths that match two formats'],
  shortfall: ['shortfall', 'shortfalls'],
  'single-draw': ['benchmark with strata of a single drawn task', 'benchmarks with strata of a single drawn task'],
  'tie-at-cut': ['tie at the cutoff broken by id', 'ties at the cutoff broken by id'],
  'uneven-weights': ['benchmark with uneven weights', 'benchmarks with uneven weights'],
  'unknown-group': [
    'benchmark with tasks that lack the field they are grouped by',
    'benchmarks with tasks that lack the field they are grouped by',
  ],
  'ranked-by-text': ['rank by text, in the order of its letters', 'ranks by text, in the order of its letters'],
  unranked: ['task selected without the value it is ranked by', 'tasks selected without the value they are ranked by'],
  'unused-correction': ['correction that matches no task', 'corrections that match no task'],
  unpacked: ['archive unpacked', 'archives unpacked'],
  unreadable: ['row or file that could not be read', 'rows or files that could not be read'],
  'weight-sum': ['benchmark whose weights do not sum to the pool', 'benchmarks whose weights do not sum to the pool'],
  'where-value': ['value in select.where that no task has', 'values in select.where that no task has'],
};

export function warningKinds(warnings: readonly Warning[]) {
  return [...groupBy(warnings, ({ code, brief }) => JSON.stringify([code, brief])).values()].map((own) => {
    const { code, brief } = at(own, 0);
    const [one, several] = kinds[code] ?? [code.replaceAll(/[-/]/g, ' '), code.replaceAll(/[-/]/g, ' ')];
    const count = own.reduce((sum, warning) => sum + (warning.count ?? 1), 0);
    return { code, words: brief ?? (count === 1 ? one : several), warnings: own, count };
  });
}
