import { basename, dirname, join, resolve } from 'node:path';
import type { UnknownRecord } from '../../core/model/record.js';
import { countingName } from '../../core/text/counting-name.js';
import { countOf, joinWords, visibleText } from '../../core/text/words.js';
import { existsSync } from '../../disk/file-access.js';
import { errorCode, reasonOf } from '../../disk/reason-of.js';
import { readSafely } from '../../files/task-folder.js';
import { isLong, knownColumns } from '../content/table-columns.js';
import { hasKeys, hasSomeKey, idList, ownText, ownValue, valuesOf } from '../content/values.js';
import { type FolderName, foldersAbove, isGathering, nameOfFile, stemOf } from './names.js';
import { evaluateFirst, isRunReport, openHandsCosts } from './openhands.js';
import { counts, passedIf, type Reading, type VerdictList } from './reading.js';
import type { ResultFormat, RunVerdict } from './result-format.js';

/** Files of patches that haven't been evaluated. They are recognised so that the error can explain why they are refused. */
export const predictions: ResultFormat = {
  name: 'predictions',
  title: 'predictions (patches to evaluate)',
  isRefused: true,
  recognises({ content }) {
    if (content.kind === 'table') {
      const { columns } = content.table;
      const hasPatch = columns.includes('model_patch') || (columns.includes('patch') && columns.includes('prefix'));
      return hasPatch && !isLong(content.table, undefined);
    }
    if (content.kind !== 'document') return false;
    const values = valuesOf(content.data);
    const isEach = values.length > 0 && values.every((value) => hasKeys(value, 'model_patch'));
    return isEach || ownValue(content.data, 'model_patch') !== undefined;
  },
  read(reading) {
    const message = 'the file contains predictions (patches), not results.';
    reading.fault('outcomes/predictions', message, { hint: `To get results, ${evaluateFirst}` });
  },
};

/** Shared by a run's report and the reports of its tasks: the copy is counted once. */
export function identityOf(taskId: string, { source, configuration, run }: RunName): string {
  return JSON.stringify(['swe-bench', source, configuration, run, taskId]);
}

interface RunName {
  readonly configuration: string;
  readonly source?: string;
  readonly run?: string | undefined;
}

const infrastructureWords = (n: number) =>
  `${countOf(n, 'run')} had infrastructure failures and ${counts(n)} as errored, not failed.`;

const verdicts: readonly VerdictList[] = [
  ['resolved_ids', { reward: 1 }],
  // Multi-SWE-bench's name.
  ['resolved', { reward: 1 }],
  ['unresolved_ids', { reward: 0 }],
  // No patch is a failed attempt.
  ['empty_patch_ids', { reward: 0 }],
  ['error_ids', 'errored'],
  // What was evaluated and is in no other list did not pass.
  ['completed_ids', { reward: 0 }],
];

/** The lists whose lengths a report gives as well. */
const countedLists = ['submitted', 'completed', 'resolved', 'unresolved', 'empty_patch', 'error'];

/** The report that SWE-bench writes at the end of a run: lists of ids by result. */
export const sweBenchReport: ResultFormat = {
  name: 'swe-bench-report',
  title: 'SWE-bench or OpenHands run report',
  isDocument: isRunReport,
  search: {
    called: /^output\.report\.json$/,
    // The run folders of OpenHands: the other files there have the same tasks without verdicts, or the same verdicts.
    wholeFolder: 'output.report.json',
    wholeFolders: [
      { file: 'report.json', isWhole: (document, files) => files.has('output.jsonl') && isRunReport(document()) },
    ],
  },
  async read(reading) {
    const report = reading.document;
    const costs = await openHandsCosts(reading);
    const name = runName(reading.path);
    const broken = new Set(reading.ids(report, 'infra_failure_ids'));
    // Tasks without an attempt are absent.
    const seen = new Set(reading.ids(report, 'incomplete_ids'));
    let unlistedFailures = 0;
    for (const [path, listed] of verdicts) {
      for (const taskId of reading.ids(report, path)) {
        if (path === 'completed_ids') {
          if (seen.has(taskId)) continue;
          unlistedFailures += 1;
        }
        seen.add(taskId);
        // The newer reports keep these among the unresolved; it was not the patch that failed.
        const isFailure = path === 'unresolved_ids' || path === 'completed_ids';
        const verdict = broken.has(taskId) && isFailure ? 'errored' : listed;
        const costUsd = costs.get(taskId);
        reading.add({ taskId, ...name, identity: identityOf(taskId, name), verdict, costUsd }, { path });
      }
    }
    const completed = (n: number) =>
      `${countOf(n, 'run is', 'runs are')} in completed_ids, but in no list of results, and ${counts(n)} as failed.`;
    reading.warn('outcomes/unlisted-failed', completed, unlistedFailures, 'completed');
    warnOfCounts(reading, report);
    const counted = (key: string) => idList(report, key) ?? [];
    reading.warn('outcomes/infra-failure', infrastructureWords, counted('infra_failure_ids').length);
    const ambiguous = (n: number) =>
      `${countOf(n, 'failure')} may have been caused by infrastructure. Winnow counts ${n === 1 ? 'it' : 'them'} as the report does.`;
    reading.warn('outcomes/ambiguous-failure', ambiguous, counted('ambiguous_failure_ids').length);
    const unlisted = (n: number) =>
      `${countOf(n, 'submitted run has', 'submitted runs have')} no result and ${counts(n)} as missing, not failed.`;
    reading.warn('outcomes/unlisted', unlisted, counted('submitted_ids').filter((id) => !seen.has(id)).length);
  },
};

/** Warns about lists that don't have as many ids as the report says: a file that was cut off or edited. */
function warnOfCounts(reading: Reading, report: UnknownRecord): void {
  const wrong = countedLists.flatMap((name) => {
    const [count, list] = [ownValue(report, `${name}_instances`), idList(report, `${name}_ids`)];
    if (typeof count !== 'number' || list === undefined || count === list.length) return [];
    return [`${name}_instances is ${count}, but ${name}_ids has ${countOf(list.length, 'task')}`];
  });
  if (wrong.length === 0) return;
  const message = (n: number) =>
    `${n === 1 ? 'The report contradicts itself' : `${n} reports contradict themselves. For example`}: ${joinWords(wrong)}. Was the file cut off or edited? Winnow counts the tasks in the lists.`;
  reading.warn('outcomes/report-counts', message);
}

/** The part of a file name that sb-cli puts before the run id; in some versions of Python, the class name comes first. */
const dataset = /^(?:Subset\.)?swe[-_]bench(?:[_-][a-z]+)?__(?:test|dev)__(?=.)/i;

/** `<model>.<run id>.json`; models have dots in their names more often than runs. */
export function runName(path: string): RunName {
  const stem = stemOf(path);
  const ofCli = dataset.exec(stem)?.[0].length ?? 0;
  if (ofCli > 0) return { configuration: stem.slice(ofCli), source: join(dirname(resolve(path)), stem) };
  // A dot between digits belongs to a version, as in claude-4.5.claude-4.5-full, unless a date follows it.
  const dot = Math.max(-1, ...[...stem.matchAll(/(?<!\d)\.|\.(?!\d)|\.(?=\d{6,})/g)].map(({ index }) => index));
  // OpenHands calls every report output.report.json: the folder is named after model and settings.
  const isNamed = dot > 0 && dot < stem.length - 1 && stem !== 'output.report';
  return isNamed ? { configuration: stem.slice(0, dot), run: stem.slice(dot + 1) } : nameOfFile(path);
}

/** The report of one SWE-bench evaluation, in `logs/run_evaluation/<run>/<model>/<task>/`. */
export const sweBenchInstance: ResultFormat = {
  name: 'swe-bench-instance',
  title: 'SWE-bench report of one task',
  recognises: ({ path, content }) =>
    content.kind === 'unreported' ||
    (content.kind === 'empty' && isInLogs(path)) ||
    (content.kind === 'document' && isInstanceReport(content.data)),
  search: {
    called: /^report\.json$/,
    wholeFolders: [
      // An empty one is an evaluation that broke.
      { file: 'report.json', isWhole: (document) => document() === undefined || isInstanceReport(document()) },
      { file: 'run_instance.log', isWhole: () => true },
    ],
  },
  read(reading) {
    const add = (taskId: string, verdict: RunVerdict) => {
      const name = nameAt(reading.path, taskId);
      reading.add({ taskId, ...name, identity: identityOf(taskId, name), verdict });
    };
    // An empty report, or a log without one, is a broken evaluation.
    if (reading.content.kind !== 'document') add(foldersAbove(reading.path)[0] ?? '', 'errored');
    for (const [taskId, report] of Object.entries(reading.document)) {
      // GSO calls it opt_commit: as fast as the commit that the task is from.
      const resolved = ownValue(report, 'resolved') ?? ownValue(report, 'opt_commit');
      if (ownValue(report, 'infra_failure') === true) {
        reading.warn('outcomes/infra-failure', infrastructureWords);
        add(taskId, 'errored');
      } else if (typeof resolved === 'boolean') add(taskId, passedIf(resolved));
      else {
        const message = `the report for "${visibleText(taskId, 80)}" does not show whether the task was resolved.`;
        reading.fault('outcomes/no-result', message);
      }
    }
  },
};

/** Whether a document is the harness's report on a task. */
function isInstanceReport(document: unknown): boolean {
  const values = valuesOf(document);
  const isReport = (value: unknown) => hasSomeKey(value, 'patch_successfully_applied', 'patch_exists', 'patch_is_None');
  return values.length > 0 && values.every(isReport);
}

/** Whether an empty file is in the place of a task's report. */
function isInLogs(path: string): boolean {
  return (
    basename(path) === 'report.json' &&
    (foldersAbove(path)[3] === 'run_evaluation' || existsSync(join(dirname(path), 'run_instance.log')))
  );
}

/** Names the system after the folder above the task's. A folder between the task and the report names the run. */
function nameAt(path: string, taskId: string): RunName {
  const folders = foldersAbove(path);
  const depth = folders.lastIndexOf(taskId);
  const [model = '', run = ''] = folders.slice(depth + 1);
  if (depth < 0 || model === '') return nameOfFile(path);
  const above = (levels: number) => resolve(path, ...Array.from({ length: depth + 1 + levels }, () => '..'));
  if (depth > 0) {
    const source = isGathering(above(1)) ? above(2) : above(1);
    return { configuration: basename(source), source, run: folders[depth - 1] };
  }
  // A numbered folder names a run, and the folder above it the system.
  if (countingName.test(model)) return { configuration: model, source: above(1), run: model };
  if (model !== 'logs') return { configuration: model, run: run === '' ? undefined : run };
  return { configuration: run === '' ? model : run, source: above(2) };
}

const longestMetadata = 1_000_000;

/** A submission to the SWE-bench leaderboard: a list of resolved tasks, without the failed ones. */
export const sweBenchExperiments: ResultFormat = {
  name: 'swe-bench-experiments',
  title: 'SWE-bench experiments results.json',
  isDocument: (document) =>
    idList(document, 'resolved') !== undefined &&
    (Object.keys(document).length === 1 ||
      ['no_generation', 'no_logs'].some((key) => idList(document, key) !== undefined)),
  search: {
    called: /^results\.json$/,
    wholeFolder: 'results.json',
    // A submission's logs repeat the results under other names.
    foldersWithResults: (files, folders) =>
      files.has('metadata.yaml') && folders.includes('results') ? ['results'] : undefined,
  },
  async read(reading) {
    const name = await systemName(reading);
    const listed = new Set(submitted.flatMap(([path]) => idList(reading.document, path) ?? []));
    const isSubmission = Object.keys(reading.document).length > 1 || basename(reading.path) === 'results.json';
    if (!isSubmission && reading.options.unlisted !== undefined) {
      const message = `the file lists ${countOf(listed.size, 'passed task')} and no failed ones, so Winnow can't tell which tasks were run.`;
      const hint =
        'Give the run report, with resolved_ids and unresolved_ids. If this is a leaderboard submission for the whole benchmark, rename it to results.json.';
      reading.fault('outcomes/no-failures', message, { hint });
      return;
    }
    if (!reading.coversPool(listed, name, 'leaderboard submission')) return;
    reading.addLists(reading.document, submitted, name);
    const lostWords = (n: number) =>
      `${countOf(n, 'run has', 'runs have')} no logs and ${counts(n)} as errored. The leaderboard counts ${n === 1 ? 'it' : 'them'} as failed.`;
    reading.warn('outcomes/no-logs', lostWords, idList(reading.document, 'no_logs')?.length);
  },
};

/** No patch is a failed attempt; without logs, the end of the evaluation is unknown. */
const submitted: readonly VerdictList[] = [
  ['resolved', { reward: 1 }],
  ['no_generation', { reward: 0 }],
  ['no_logs', 'errored'],
];

/** The name in metadata.yaml, which is above `results/`; else the folder's. */
async function systemName({ path, notes }: Reading): Promise<FolderName> {
  const folder = dirname(resolve(path));
  const submission = basename(folder) === 'results' ? dirname(folder) : folder;
  try {
    const text = readSafely(join(submission, 'metadata.yaml'));
    if (text.length > longestMetadata) throw new Error(`the file has ${text.length} characters`);
    // Loaded on demand: nothing else here is YAML.
    const { parseYaml } = await import('../../files/documents/parse-yaml.js');
    const data = parseYaml(text);
    const name = ownText(data, 'info', 'name') ?? ownText(data, 'name');
    if (name !== undefined) return { configuration: name.trim(), source: submission };
  } catch (cause) {
    const message = (n: number) =>
      `${countOf(n, 'metadata.yaml file')} could not be read (${reasonOf(cause)}), so Winnow uses the folder name.`;
    if (errorCode(cause) !== 'ENOENT') notes.warn('outcomes/metadata', message);
  }
  return nameOfFile(path);
}

/** True or false for each task, as in the eval_results.json of SWE-bench Pro; null for a task that was not run. */
export const sweBenchPro: ResultFormat = {
  name: 'swe-bench-pro',
  title: 'SWE-bench Pro eval_results.json',
  isDocument(document) {
    const entries = Object.entries(document);
    // The report of one task has such keys instead of ids.
    const isTask = (key: string) => !(knownColumns.result as readonly string[]).includes(key);
    return (
      entries.some(([, value]) => typeof value === 'boolean') &&
      entries.every(([key, value]) => (value === null || typeof value === 'boolean') && isTask(key))
    );
  },
  search: { called: /^eval_results\.json$/ },
  read(reading) {
    const name = nameOfFile(reading.path);
    let failures = 0;
    for (const [taskId, resolved] of Object.entries(reading.document)) {
      reading.add({ taskId, ...name, verdict: resolved === null ? reading.nullResult() : passedIf(resolved === true) });
      if (resolved === false && idOfPro.test(taskId)) failures += 1;
    }
    const message = (n: number) =>
      `${countOf(n, 'failure')} on SWE-bench Pro may be ${n === 1 ? 'a crashed evaluation' : 'crashed evaluations'}, because the file stores both as false.`;
    reading.warn('outcomes/crashes-as-failures', message, failures);
  },
};

/** OWNER__REPOSITORY-COMMIT, with or without a prefix. */
const idOfPro = /.__.+-[0-9a-f]{40}/i;
