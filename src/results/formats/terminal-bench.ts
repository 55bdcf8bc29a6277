import { basename, dirname, join, resolve } from 'node:path';
import type { Place } from '../../core/model/errors.js';
import { countOf } from '../../core/text/words.js';
import {
  documentAt,
  hasKeys,
  hasSomeKey,
  hasTexts,
  idList,
  listAt,
  numberOf,
  ownText,
  ownValue,
  timeBetween,
} from '../content/values.js';
import { agentOfRun, type FolderName, foldersAbove, nameOfFile } from './names.js';
import { passedIf, type Reading } from './reading.js';
import type { ResultFormat } from './result-format.js';

/** The results.json of a Terminal-Bench 1 run. */
export const terminalBench: ResultFormat = {
  name: 'terminal-bench',
  title: 'Terminal-Bench 1 results.json',
  isDocument: (document) =>
    hasSomeKey(document, 'accuracy', 'n_resolved', 'n_unresolved', 'pass_at_k') &&
    (Array.isArray(ownValue(document, 'results')) || idList(document, 'resolved_ids') !== undefined),
  search: {
    called: /^(?:\d{4}-\d\d-\d\d.*[_.-])?results\.json$/,
    wholeFolder: 'results.json',
    bystanders: ['run_metadata.json'],
  },
  read(reading) {
    const results = listAt(reading.document, 'results');
    const path = resolve(reading.path);
    const run = /[^_.-][_.-]+results\.json$/i.test(path) ? runOfFile(path) : runOfFolder(dirname(path));
    if (results.length === 0) readLists(run, reading);
    else for (const [i, trial] of results.entries()) addTrial(trial, run, { path: `results[${i}]` }, reading);
  },
};

/** The results.json of one Terminal-Bench 1 trial, in `<run>/<task>/<trial>/`. */
export const terminalBenchSingle: ResultFormat = {
  name: 'terminal-bench-trial',
  title: 'Terminal-Bench 1 results.json of one trial',
  isDocument: (document) => hasTexts(document, 'task_id', 'trial_name') && hasKeys(document, 'is_resolved'),
  search: { called: /^results\.json$/, wholeFolder: 'results.json' },
  read(reading) {
    const trial = reading.document;
    const inRun = foldersAbove(reading.path)[0] === ownText(trial, 'trial_name');
    const run = inRun ? runOfFolder(dirname(dirname(dirname(resolve(reading.path))))) : nameOfFile(reading.path);
    addTrial(trial, run, {}, reading);
  },
};

/** Adds the outcome of one trial; an error if it isn't a trial. */
function addTrial(trial: unknown, run: TerminalBenchRun, place: Place, reading: Reading): void {
  const taskId = ownText(trial, 'task_id');
  const resolved = ownValue(trial, 'is_resolved');
  if (taskId === undefined || (typeof resolved !== 'boolean' && resolved !== null && resolved !== undefined)) {
    const message = 'a trial has no task_id, or its is_resolved is not true, false or null.';
    reading.fault('outcomes/trial', message, { place });
    return;
  }
  const { model, ...names } = run;
  // Agents that don't count their tokens report 0.
  const tokens = (key: string) => numberOf(ownValue(trial, key)) || undefined;
  const trialName = ownText(trial, 'trial_name') ?? '';
  // <task>.<attempt>-of-<attempts>.<run>
  const attempt = /\.(\d{1,9})-of-\d+\./.exec(trialName.slice(taskId.length))?.[1];
  reading.add(
    {
      taskId,
      ...names,
      attempt: attempt === undefined ? undefined : Number(attempt),
      repeat: trialName === '' ? place.path : trialName,
      // Null: the tests gave no verdict.
      verdict: typeof resolved === 'boolean' ? passedIf(resolved) : 'errored',
      error: typeof resolved === 'boolean' ? undefined : ownText(trial, 'failure_mode'),
      tokens: [{ model, input: tokens('total_input_tokens'), output: tokens('total_output_tokens') }],
      durationMs: timeBetween(ownValue(trial, 'trial_started_at'), ownValue(trial, 'trial_ended_at')),
    },
    place,
  );
}

/** Without trials there are only lists, with an id for each attempt, perhaps in both. */
function readLists({ model: _, ...run }: TerminalBenchRun, reading: Reading): void {
  const attempts = new Map<string, number>();
  let count = 0;
  for (const [path, isPassed] of [['resolved_ids', true] as const, ['unresolved_ids', false] as const]) {
    for (const taskId of reading.ids(reading.document, path)) {
      const attempt = (attempts.get(taskId) ?? 0) + 1;
      attempts.set(taskId, attempt);
      count += 1;
      reading.add({ taskId, ...run, attempt, verdict: passedIf(isPassed) }, { path });
    }
  }
  const order = (n: number) =>
    `The lists repeat ${countOf(n, 'id')} without showing the order of attempts. Winnow numbers passed attempts first.`;
  reading.warn('outcomes/attempt-order', order, count - attempts.size);
  const errors = (n: number) =>
    `${countOf(n, 'Terminal-Bench file has', 'Terminal-Bench files have')} lists of ids but no trials, so broken attempts count as failures.`;
  reading.warn('outcomes/errors-as-failures', errors);
}

/** The names of a run. */
type TerminalBenchRun = FolderName & {
  readonly run?: string;
  readonly benchmark?: string | undefined;
  readonly model?: string | undefined;
};

/** Agent and model from run_metadata.json, which most published runs don't have, or the name of the folder. */
function runOfFolder(folder: string): TerminalBenchRun {
  const fallback = { run: basename(folder), configuration: basename(folder), source: folder, runPlace: folder };
  const metadata = documentAt(join(folder, 'run_metadata.json'));
  const runId = ownText(metadata, 'run_id');
  const model = ownText(metadata, 'model_name');
  const named = agentOfRun(ownText(metadata, 'agent_name'), model, folder);
  // A submission of one run has the run's files at its own top, under a name that is not the run's.
  const isSubmission = named?.isPartlyNamed === true && runId !== undefined && runId !== fallback.run;
  const runPlace = isSubmission ? undefined : (named ?? fallback).runPlace;
  return { ...fallback, ...named, runPlace, benchmark: ownText(metadata, 'dataset_name'), model };
}

/** A run that is one file among others, `DATE_results.json`, in the folder of its submission. */
function runOfFile(path: string): TerminalBenchRun {
  const run = basename(path).replace(/[_.-]*results\.json$/i, '');
  const runPlace = join(dirname(path), run);
  return { run, configuration: run, source: runPlace, runPlace };
}
