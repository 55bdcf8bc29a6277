import { basename, dirname, resolve } from 'node:path';
import { isRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/count-of.js';
import { documentOf, ownText, ownValue } from '../content/document-of.js';
import { foldersAbove, isGathering } from './name-of-file.js';
import type { ResultFormat } from './result-format.js';

/** The report of one SWE-smith evaluation, in `logs/run_evaluation/<run>/<task>/`: only the folder names the task. */
export const sweSmithInstance: ResultFormat = {
  name: 'swe-smith-instance',
  title: 'SWE-smith report of one task',
  lookedFor: 'resolved and patch_exists, or timed_out, at the top of a report.json',
  recognises: (file) => isFlatReport(documentOf(file)),
  search: {
    called: /^report\.json$/,
    wholeFolders: [{ file: 'report.json', isWhole: (document) => isFlatReport(document()) }],
  },
  read(file, _options, notes) {
    const report = documentOf(file);
    const [taskId = '', run = ''] = foldersAbove(file.path);
    const folder = dirname(resolve(file.path));
    // Submissions keep all reports in a folder called logs, which names nobody.
    const runFolder = isGathering(dirname(folder)) ? dirname(dirname(folder)) : dirname(folder);
    const isTimedOut = ownValue(report, 'timed_out') === true;
    if (isTimedOut) {
      notes.warn(
        'outcomes/timed-out',
        file.path,
        (n) => `${countOf(n, 'evaluation')} of SWE-smith ran out of time: errored, not failed.`,
      );
    }
    const model = ownText(report, 'model_name_or_path');
    return {
      outcomes: [
        {
          taskId,
          configuration: model ?? (basename(runFolder) || basename(folder)),
          // A report without its model is of the run's.
          ...(model === undefined ? { source: runFolder } : {}),
          run,
          attempt: undefined,
          verdict: isTimedOut ? 'errored' : { reward: ownValue(report, 'resolved') === true ? 1 : 0 },
          place: { file: file.path },
        },
      ],
    };
  },
};

/** Whether a document is what SWE-smith writes about a task. */
function isFlatReport(document: unknown): boolean {
  if (!isRecord(document)) return false;
  if (ownValue(document, 'timed_out') === true) return true;
  return typeof ownValue(document, 'resolved') === 'boolean' && typeof ownValue(document, 'patch_exists') === 'boolean';
}
