import type { RefreshDocument } from '../contracts/refresh-document.js';
import { historyEntries } from '../manifest/history-entries.js';
import type { HistoryEntry } from '../model/plan.js';
import type { VersionComparison } from './compare-versions.js';
import type { Proposal } from './refresh-proposal.js';
import type { VersionChanges } from './version-changes.js';

/** A refresh and what came of it. */
export interface RefreshedVersion {
  readonly plan: string;
  readonly selection: string;
  readonly proposal: Proposal;
  readonly changes: VersionChanges;
  /** Undefined where there is nothing to change. */
  readonly version: HistoryEntry | undefined;
  /** The version that is refreshed. */
  readonly formerVersion: number;
  readonly comparison: VersionComparison;
  readonly written: boolean;
  readonly files: readonly string[];
}

/** A refresh as `refresh --json` prints it. */
export function refreshDocument(outcome: RefreshedVersion): RefreshDocument {
  const { proposal, changes, version, comparison } = outcome;
  const { commonTasks, systems, onCommon } = comparison;
  const replaced = changes.out.filter(({ replacedBy }) => replacedBy !== undefined).length;
  const [told] = version === undefined ? [] : historyEntries([version]);
  return {
    plan: outcome.plan,
    selection: outcome.selection,
    version: version?.version ?? outcome.formerVersion,
    changes: version !== undefined,
    new_series: proposal.renewals.some(({ action }) => action !== 'keep'),
    benchmarks: proposal.renewals.map(({ benchmark, action, why, systems: learned, solvedByAll, solvedByNone }) => ({
      benchmark,
      action,
      why,
      systems: learned,
      solved_by_all: solvedByAll,
      solved_by_none: solvedByNone,
    })),
    churn: {
      kept: changes.kept,
      replaced,
      removed: changes.out.length - replaced,
      added: changes.added.length,
    },
    swaps: told?.reasons ?? [],
    added: changes.added,
    excluded: proposal.unsound.flatMap(({ benchmark, id, exclude, evidence, selected }) =>
      exclude === undefined ? [] : [{ benchmark, task_id: id, reason: exclude, evidence, selected }],
    ),
    comparison: { common_tasks: commonTasks, systems, on_common: onCommon },
    written: outcome.written,
    files: outcome.files,
    warnings: proposal.warnings,
  };
}
