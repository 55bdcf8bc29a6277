import { basename, dirname, join, resolve } from 'node:path';
import { isRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/count-of.js';
import { errorCode, reasonOf } from '../../disk/reason-of.js';
import { readSafely } from '../../files/task-folder.js';
import { documentOf, idList, ownText, ownValue, readIds } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';
import { type FolderName, nameOfFile } from './name-of-file.js';
import type { FoundOutcome, FoundResults, OutcomeOptions, ResultFormat, Verdict } from './result-format.js';

const longestMetadata = 1_000_000;

/** A submission to the SWE-bench leaderboard: what was resolved, without a list of what was not. */
export const sweBenchExperiments: ResultFormat = {
  name: 'swe-bench-experiments',
  title: 'SWE-bench experiments results.json',
  lookedFor: 'resolved as a list of ids, with no_generation or no_logs',
  recognises: (file) => isExperiment(file.content.kind === 'document' ? file.content.data : undefined),
  search: {
    called: /^results\.json$/,
    wholeFolders: [{ file: 'results.json', isWhole: (document) => isExperiment(document()) }],
    // A submission's logs say the same once more, under other names.
    foldersWithResults: (files, folders) =>
      files.has('metadata.yaml') && folders.includes('results') ? ['results'] : undefined,
  },
  read,
};

/** Whether a document is a submission's results.json. */
function isExperiment(document: unknown): boolean {
  if (!isRecord(document) || idList(document, 'resolved') === undefined) return false;
  return (
    Object.keys(document).length === 1 ||
    ['no_generation', 'no_logs'].some((key) => idList(document, key) !== undefined)
  );
}

async function read(file: ResultFile, options: OutcomeOptions, notes: ReadingNotes): Promise<FoundResults> {
  const results = documentOf(file) ?? {};
  const name = await systemName(file.path, notes);
  const outcomes: FoundOutcome[] = [];
  const add = (taskId: string, verdict: Verdict, path: string) =>
    outcomes.push({
      taskId,
      ...name,
      run: undefined,
      attempt: undefined,
      verdict,
      place: { file: file.path, path },
    });
  for (const id of readIds(results, 'resolved', file.path, notes)) add(id, { reward: 1 }, 'resolved');
  // No patch is a failed attempt; no logs means that nobody knows how the evaluation ended.
  for (const id of readIds(results, 'no_generation', file.path, notes)) add(id, { reward: 0 }, 'no_generation');
  const lost = readIds(results, 'no_logs', file.path, notes);
  for (const id of lost) add(id, 'errored', 'no_logs');
  if (lost.length > 0) {
    notes.warn(
      'outcomes/no-logs',
      file.path,
      (n) => `${countOf(n, 'task')} without logs: errored here, while the leaderboard counts such tasks as failed.`,
      lost.length,
    );
  }
  const { split } = options;
  if (split === undefined) {
    notes.warn(
      'outcomes/no-failures',
      file.path,
      (n) =>
        `${countOf(n, 'file')} of SWE-bench experiments without a list of failures: a task that is not listed has failed if it belongs to the split, and is unknown otherwise. Give the ids of the split to count them.`,
    );
  } else {
    const listed = new Set(outcomes.map(({ taskId }) => taskId));
    for (const id of new Set(split)) if (!listed.has(id)) add(id, { reward: 0 }, 'not listed');
  }
  return { outcomes };
}

/** The name in metadata.yaml, which lies above `results/`; else the folder's. */
async function systemName(path: string, notes: ReadingNotes): Promise<FolderName> {
  const folder = dirname(resolve(path));
  const submission = basename(folder) === 'results' ? dirname(folder) : folder;
  try {
    const text = readSafely(join(submission, 'metadata.yaml'));
    if (text.length > longestMetadata) throw new Error(`it has ${text.length} characters`);
    // Loaded when needed: nothing else here is YAML.
    const { parseYaml } = await import('../../files/documents/parse-yaml.js');
    const data = parseYaml(text);
    const name = ownText(ownValue(data, 'info'), 'name') ?? ownText(data, 'name');
    if (name !== undefined) return { configuration: name.trim(), source: submission };
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT') {
      notes.warn(
        'outcomes/metadata',
        path,
        (n) =>
          `${countOf(n, 'metadata.yaml', 'files metadata.yaml')} cannot be read (${reasonOf(cause)}): the folder's name stands in.`,
      );
    }
  }
  return nameOfFile(path);
}
