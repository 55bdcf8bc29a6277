import { dirname } from 'node:path';
import { isRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/count-of.js';
import { documentOf, ownValue } from '../content/document-of.js';
import { numberOf } from '../content/reward-of.js';
import { filesInFolders } from './files-in-folders.js';
import type { ResultFormat } from './result-format.js';

/** The result.json of a Harbor job, which leads to its trials; it cuts the names of tasks itself. */
export const harborJob: ResultFormat = {
  name: 'harbor-job',
  title: 'Harbor job result.json',
  lookedFor: 'stats with evals, n_trials or n_completed_trials; the trials beside it are read',
  leadsToOthers: true,
  recognises: (file) => isHarborJob(documentOf(file)),
  search: { called: /^result\.json$/ },
  read(file, _options, notes) {
    const trials = filesInFolders(dirname(file.path), 'result.json');
    const total = numberOf(ownValue(documentOf(file), 'n_total_trials'));
    if (trials.length === 0) {
      const message =
        "it sums a Harbor job up, and its trials are not beside it: it cuts the tasks' names, so that they cannot be told.";
      const hint = "Give the job's folder with its trials, FOLDER/TRIAL/result.json.";
      notes.fault('outcomes/no-trials', message, { file: file.path }, hint);
      return { outcomes: [] };
    }
    const missing = total === undefined ? 0 : total - trials.length;
    if (missing > 0) {
      notes.warn(
        'outcomes/missing-trials',
        file.path,
        (n) => `${countOf(n, 'trial')} of Harbor jobs left no result: absent, not failed.`,
        missing,
      );
    }
    return { outcomes: [], also: trials };
  },
};

/** Whether a document is what Harbor writes about a job. */
function isHarborJob(document: unknown): boolean {
  const stats = ownValue(document, 'stats');
  return isRecord(stats) && ['evals', 'n_trials', 'n_completed_trials'].some((key) => Object.hasOwn(stats, key));
}
