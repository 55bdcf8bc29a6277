import { basename, dirname, join, resolve } from 'node:path';
import { isRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { existsSync } from '../../disk/file-access.js';
import { documentOf, ownValue } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';
import { foldersAbove, nameOfFile } from './name-of-file.js';
import type { FoundOutcome, FoundResults, ResultFormat, Verdict } from './result-format.js';

/** The report of one SWE-bench evaluation, in `logs/run_evaluation/<run>/<model>/<task>/`. */
export const sweBenchInstance: ResultFormat = {
  name: 'swe-bench-instance',
  title: 'SWE-bench report of one task',
  lookedFor: 'a task id with resolved and patch_successfully_applied or patch_exists',
  recognises(file) {
    if (file.content.kind === 'unreported') return true;
    if (file.content.kind === 'empty') return isInLogs(file.path);
    return isInstanceReport(documentOf(file));
  },
  search: {
    called: /^report\.json$/,
    wholeFolders: [
      // An empty one is an evaluation that broke.
      { file: 'report.json', isWhole: (document) => document() === undefined || isInstanceReport(document()) },
      { file: 'run_instance.log', isWhole: () => true },
    ],
  },
  read,
};

/** Whether a document is what the harness writes about a task. */
function isInstanceReport(document: unknown): boolean {
  const values = isRecord(document) ? Object.values(document) : [];
  return values.length > 0 && values.every(isReport);
}

function isReport(value: unknown): boolean {
  return (
    isRecord(value) &&
    ['patch_successfully_applied', 'patch_exists', 'patch_is_None'].some((key) => Object.hasOwn(value, key))
  );
}

/** An empty file says nothing; where it lies does. */
function isInLogs(path: string): boolean {
  return (
    basename(path) === 'report.json' &&
    (foldersAbove(path)[3] === 'run_evaluation' || existsSync(join(dirname(path), 'run_instance.log')))
  );
}

function read(file: ResultFile, _options: unknown, notes: ReadingNotes): FoundResults {
  const document = documentOf(file);
  // An empty report, or none beside the log, is an evaluation that broke.
  if (document === undefined) return { outcomes: [outcome(file.path, foldersAbove(file.path)[0] ?? '', 'errored')] };
  const outcomes: FoundOutcome[] = [];
  for (const [taskId, report] of Object.entries(document)) {
    const resolved = ownValue(report, 'resolved');
    if (ownValue(report, 'infra_failure') === true) {
      notes.warn(
        'outcomes/infra-failure',
        file.path,
        (n) => `${countOf(n, 'task')} failed because of the infrastructure: errored, not failed.`,
      );
      outcomes.push(outcome(file.path, taskId, 'errored'));
    } else if (typeof resolved === 'boolean') {
      outcomes.push(outcome(file.path, taskId, { reward: resolved ? 1 : 0 }));
    } else {
      const message = `the report of "${visibleText(taskId, 80)}" does not say whether it is resolved.`;
      notes.fault('outcomes/no-result', message, { file: file.path });
    }
  }
  return { outcomes };
}

function outcome(path: string, taskId: string, verdict: Verdict): FoundOutcome {
  const name = nameAt(path, taskId);
  const identity = JSON.stringify(['swe-bench', name.source, name.configuration, name.run, taskId]);
  return { taskId, ...name, attempt: undefined, identity, verdict, place: { file: path } };
}

/** The folders say whose report it is, provided that the nearest is the task's. */
function nameAt(path: string, taskId: string): { configuration: string; source?: string; run: string | undefined } {
  const [task = '', model = '', run = ''] = foldersAbove(path);
  if (task !== taskId || model === '') return { ...nameOfFile(path), run: undefined };
  if (model === 'logs') {
    const source = dirname(dirname(dirname(resolve(path))));
    return { configuration: run === '' ? model : run, source, run: undefined };
  }
  return { configuration: model, run: run === '' ? undefined : run };
}
