import { isRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/words.js';
import { hasKeys, idList, ownValue } from '../content/values.js';
import { nameOfFile } from './names.js';
import type { VerdictList } from './reading.js';
import type { ResultFormat, RunVerdict } from './result-format.js';
import { identityOf, runName } from './swe-bench.js';

/** A report's lists of tasks by result; the first that has a task decides. */
const verdicts: readonly VerdictList[] = [
  // As fast as the commit that the task is from, which Opt@1 counts.
  ['opt_commit_ids', { reward: 1 }],
  // No report, or one that cannot be read.
  ['error_ids', 'errored'],
  ['completed_ids', { reward: 0 }],
  // No patch is a failed attempt.
  ['empty_patch_ids', { reward: 0 }],
  // No attempt at all, so these tasks are absent.
  ['incomplete_ids', 'not-run'],
];

/** The report of a GSO run, or of several that were merged for the leaderboard: lists of ids by result. */
export const gsoReport: ResultFormat = {
  name: 'gso-report',
  title: 'GSO report',
  isDocument: ({ instance_sets: sets }) => hasKeys(sets, 'opt_commit_ids', 'completed_ids'),
  read(reading) {
    const { instance_sets: sets, summary } = reading.document;
    if (!isRecord(sets)) return;
    // The harness writes MODEL.RUN.report.json; a report on the leaderboard is named for the model.
    const ending = /\.report(?=\.json(?:\.gz|\.zst)?$)/;
    const name = ending.test(reading.path) ? runName(reading.path.replace(ending, '')) : nameOfFile(reading.path);
    const found = new Map<string, { readonly verdict: RunVerdict; readonly list: string }>();
    for (const [list, verdict] of verdicts)
      for (const id of reading.ids(sets, list)) if (!found.has(id)) found.set(id, { verdict, list });
    // Merged reports leave out the tasks without a patch; their score counts them.
    const total = ownValue(summary, 'total_instances');
    const isPartial = typeof total === 'number' && total > found.size;
    if (isPartial && !reading.coversPool(new Set(found.keys()), name, 'GSO report', total)) return;
    for (const [taskId, { verdict, list }] of found) {
      if (list === 'incomplete_ids') continue;
      reading.add({ taskId, ...name, identity: identityOf(taskId, name), verdict }, { path: `instance_sets.${list}` });
    }
    const hacked = (idList(sets, 'hacked_ids') ?? []).filter((id) => found.get(id)?.list === 'opt_commit_ids');
    const message = (n: number) =>
      `GSO marks ${countOf(n, 'success as a hack', 'successes as hacks')}. Winnow counts ${n === 1 ? 'it' : 'them'} as passed, like Opt@1. GSO's hack-controlled score does not.`;
    reading.warn('outcomes/hacked', message, hacked.length);
  },
};
