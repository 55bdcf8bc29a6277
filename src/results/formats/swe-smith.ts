import { basename, dirname, resolve } from 'node:path';
import { countOf } from '../../core/text/words.js';
import { idList, ownText, ownValue } from '../content/values.js';
import { filesInFolders, foldersAbove, isGathering, nameOfFile } from './names.js';
import { counts, passedIf } from './reading.js';
import type { ResultFormat } from './result-format.js';

/** The report of one SWE-smith evaluation, in `logs/run_evaluation/<run>/<task>/`: only the folder names the task. */
export const sweSmithInstance: ResultFormat = {
  name: 'swe-smith-instance',
  title: 'SWE-smith report of one task',
  lookedFor: 'resolved and patch_exists, or timed_out, at the top of a report.json',
  isDocument: (document) =>
    ownValue(document, 'timed_out') === true ||
    (typeof ownValue(document, 'resolved') === 'boolean' && typeof ownValue(document, 'patch_exists') === 'boolean'),
  search: { called: /^report\.json$/, wholeFolder: 'report.json' },
  read(reading) {
    const [taskId = '', run = ''] = foldersAbove(reading.path);
    const folder = dirname(resolve(reading.path));
    // Submissions keep all reports in a folder called logs, not by system.
    const runFolder = isGathering(dirname(folder)) ? dirname(dirname(folder)) : dirname(folder);
    const isTimedOut = ownValue(reading.document, 'timed_out') === true;
    const message = (n: number) =>
      `${countOf(n, 'SWE-smith evaluation')} timed out and ${counts(n)} as errored, not failed.`;
    reading.warn('outcomes/timed-out', message, isTimedOut ? 1 : 0);
    const model = ownText(reading.document, 'model_name_or_path');
    reading.add({
      taskId,
      configuration: model ?? (basename(runFolder) || basename(folder)),
      // A report without its model belongs to the run.
      source: model === undefined ? runFolder : undefined,
      run,
      verdict: isTimedOut ? 'errored' : passedIf(ownValue(reading.document, 'resolved') === true),
    });
  },
};

/** The report.json of a SWE-smith run: the resolved and unresolved tasks; the reports of its tasks have more. */
export const sweSmithReport: ResultFormat = {
  name: 'swe-smith-report',
  title: 'SWE-smith run report',
  lookedFor: 'ids_resolved and ids_unresolved',
  isDocument: (document) =>
    idList(document, 'ids_resolved') !== undefined && idList(document, 'ids_unresolved') !== undefined,
  search: { called: /^report\.json$/ },
  read(reading) {
    reading.also.push(...filesInFolders(dirname(reading.path), 'report.json'));
    if (reading.also.length > 0) return;
    const lists = [['ids_resolved', passedIf(true)] as const, ['ids_unresolved', passedIf(false)] as const];
    reading.addLists(reading.document, lists, nameOfFile(reading.path));
    const message = (n: number) =>
      `${countOf(n, 'SWE-smith report has', 'SWE-smith reports have')} only lists of ids, so broken evaluations count as failures.`;
    reading.warn('outcomes/errors-as-failures', message);
  },
};
