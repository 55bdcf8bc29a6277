import type { Selection } from '../../src/core/model/selection.js';
import type { Pool } from '../../src/core/model/task.js';
import { type ExplorerData, unpackPools } from '../../src/explorer/explorer-data.js';
import { noEdits } from '../../src/explorer/page/state/edits.js';
import { makeStudy, type StudyResult } from '../../src/explorer/page/state/study.js';

/** What a page of a plan and its pools holds. */
export function dataOf(text: string, list: [string, Pool][]): ExplorerData {
  const rest = {
    exclusionsText: undefined,
    allowShortfall: false,
    results: undefined,
    earlierNotes: [],
    generator: 'winnow',
  };
  return { planText: text, planFile: 'plan.yaml', pools: list, ...rest };
}

/** The selection of a plan that runs. */
export function selectionOf(result: StudyResult): Selection {
  if ('faults' in result) throw new Error(result.faults.map(({ message }) => message).join('\n'));
  return result.selection;
}

/** The ways to run the plan of some data, and what it gives as loaded. */
export function studyOf(data: ExplorerData) {
  const study = makeStudy(data, unpackPools(data.pools));
  return { ...study, loaded: study.run(noEdits) };
}
