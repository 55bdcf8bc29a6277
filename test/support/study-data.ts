import type { Selection } from '../../src/core/model/selection.js';
import type { Pool } from '../../src/core/model/task.js';
import type { ExplorerData } from '../../src/explorer/explorer-data.js';
import type { StudyResult } from '../../src/explorer/page/state/study.js';

/** What a page of a plan and its pools holds. */
export function dataOf(text: string, list: [string, Pool][]): ExplorerData {
  const rest = { exclusionsText: undefined, allowShortfall: false, results: undefined, generator: 'winnow' };
  return { planText: text, planFile: 'plan.yaml', pools: list, ...rest };
}

/** The selection of a plan that runs. */
export function selectionOf(result: StudyResult): Selection {
  if ('faults' in result) throw new Error(result.faults.map(({ message }) => message).join('\n'));
  return result.selection;
}
