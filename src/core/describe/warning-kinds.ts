import { groupBy } from '../lists/group-by.js';
import type { Warning } from '../model/fault.js';

/** What the warnings of a selection are about, by code, as they are counted: "5 × score components without effect". */
const kinds: Readonly<Record<string, string>> = {
  'circular-feature': 'feature filled in from a score',
  'constant-component': 'score components with no effect on the ranking',
  'empty-phase': 'phase without a selected task',
  'empty-stratum': 'stratum without a task',
  'excluded-by-outcome': 'exclusion by how runs ended, in a sample',
  'extreme-weights': 'extreme weights',
  'floor-not-met': 'group smaller than its floor',
  incomplete: 'source that is incomplete',
  join: 'ids that a side table does not match',
  'label-conflict': 'conflicting labels',
  'merged-cells': 'strata merged',
  'misspelt-label': 'label that may be misspelt',
  'mostly-defaulted': 'feature unknown for most tasks',
  'no-expect': 'benchmark without an expected count',
  'no-prior-uplift': 'tasks without prior_uplift',
  note: 'note in the plan',
  optimum: 'note on the optimisation',
  'outside-pool': 'tasks left out by source.where',
  'passed-over': 'places skipped',
  'prior-not-used': 'earlier results not used',
  'prior-unknown': 'tasks without earlier results',
  'raised-chance': 'probability raised to its floor',
  remark: 'remark of the source',
  redrawn: 'exclusion that redraws a whole group',
  'shared-ids': 'ids shared by two benchmarks',
  'several-formats': 'place that two formats match',
  shortfall: 'shortfall',
  'single-draw': 'strata with a single task drawn',
  'tie-at-cut': 'ties at the cutoff broken by id',
  'uneven-weights': 'uneven weights',
  'unknown-group': 'tasks without the field they are grouped by',
  'unused-correction': 'correction that matches no task',
  unpacked: 'archive unpacked',
  'weight-sum': 'weights that do not sum to the pool',
  'where-value': 'value in select.where that no task has',
};

/** One kind of warning with all warnings of it. */
export interface WarningKind {
  readonly code: string;
  /** What it is about, without the count. */
  readonly words: string;
  readonly warnings: readonly Warning[];
}

/** The warnings by kind, in the order in which each kind is first met. */
export function warningKinds(warnings: readonly Warning[]): readonly WarningKind[] {
  return [...groupBy(warnings, ({ code }) => code)].map(([code, own]) => {
    return { code, words: kinds[code] ?? code.replaceAll(/[-/]/g, ' '), warnings: own };
  });
}
