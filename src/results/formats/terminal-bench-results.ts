import { basename, dirname, resolve } from 'node:path';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/count-of.js';
import { documentOf, idList, ownValue, readIds } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';
import type { FoundOutcome, FoundResults, ResultFormat, Verdict } from './result-format.js';
import {
  type TerminalBenchRun,
  terminalBenchFile,
  terminalBenchRun,
  terminalBenchTrial,
} from './terminal-bench-trial.js';

/** The results.json of a Terminal-Bench 1 run. */
export const terminalBench: ResultFormat = {
  name: 'terminal-bench',
  title: 'Terminal-Bench 1 results.json',
  lookedFor: 'results, a list of trials, with accuracy, n_resolved or resolved_ids',
  recognises: (file) => isTerminalBenchRun(documentOf(file)),
  search: {
    called: /^(?:\d{4}-\d\d-\d\d.*[_.-])?results\.json$/,
    wholeFolders: [{ file: 'results.json', isWhole: (document) => isTerminalBenchRun(document()) }],
    bystanders: ['run_metadata.json'],
  },
  read,
};

/** Submissions may hold a file for each run, side by side. */
const flatName = /[^_.-][_.-]+results\.json$/i;

/** Whether a document is what Terminal-Bench writes about a run. */
function isTerminalBenchRun(document: unknown): boolean {
  if (!isRecord(document)) return false;
  const counts = ['accuracy', 'n_resolved', 'n_unresolved', 'pass_at_k'].some((key) => Object.hasOwn(document, key));
  return counts && (Array.isArray(ownValue(document, 'results')) || idList(document, 'resolved_ids') !== undefined);
}

function read(file: ResultFile, _options: unknown, notes: ReadingNotes): FoundResults {
  const document = documentOf(file) ?? {};
  const results = ownValue(document, 'results');
  const path = resolve(file.path);
  const run = flatName.test(basename(path)) ? terminalBenchFile(path) : terminalBenchRun(dirname(path));
  if (Array.isArray(results) && results.length > 0) {
    return {
      outcomes: results.flatMap((trial, i) =>
        terminalBenchTrial(trial, run, { file: file.path, path: `results[${i}]` }, notes),
      ),
    };
  }
  return { outcomes: listed(file.path, document, run, notes) };
}

/** Without trials only the lists are left: an id stands there once for each attempt, perhaps in both. */
function listed(
  file: string,
  document: UnknownRecord,
  run: TerminalBenchRun,
  notes: ReadingNotes,
): readonly FoundOutcome[] {
  const attempts = new Map<string, number>();
  const outcomes: FoundOutcome[] = [];
  const add = (taskId: string, verdict: Verdict, path: string) => {
    const attempt = (attempts.get(taskId) ?? 0) + 1;
    attempts.set(taskId, attempt);
    outcomes.push({ taskId, ...run, attempt, verdict, place: { file, path } });
  };
  for (const id of readIds(document, 'resolved_ids', file, notes)) add(id, { reward: 1 }, 'resolved_ids');
  for (const id of readIds(document, 'unresolved_ids', file, notes)) add(id, { reward: 0 }, 'unresolved_ids');
  const repeated = outcomes.length - attempts.size;
  if (repeated > 0) {
    notes.warn(
      'outcomes/attempt-order',
      file,
      (n) =>
        `${countOf(n, 'repeated id')} in lists that do not tell the order of attempts: those that passed are numbered first.`,
      repeated,
    );
  }
  notes.warn(
    'outcomes/errors-as-failures',
    file,
    (n) =>
      `${countOf(n, 'file')} of Terminal-Bench with lists of ids and no trials: attempts that broke stand among the failures.`,
  );
  return outcomes;
}
