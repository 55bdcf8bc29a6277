import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../core/text/compare-text.js';
import { countOf } from '../core/text/count-of.js';
import { reasonOf } from '../disk/reason-of.js';
import { readSafely } from '../files/task-folder.js';
import { parseJson } from './content/parse-json.js';
import type { ReadingNotes } from './content/reading-notes.js';
import { isHarborTrial } from './formats/harbor-trial.js';
import { isExperiment } from './formats/swe-bench-experiments.js';
import { isInstanceReport } from './formats/swe-bench-instance.js';
import { isTerminalBenchRun } from './formats/terminal-bench.js';
import { isTerminalBenchTrial } from './formats/terminal-bench-trial.js';

const deepest = 12;
const mostEntries = 1_000_000;
const leftAlone = new Set(['node_modules', '.git', '__pycache__']);
const resultNames = new Set(['result.json', 'results.json', 'report.json', 'eval_results.json']);
const inspectName = /\.eval$|^\d{4}-\d\d-\d\dT.*\.json$/;
const tableName = /\.(?:jsonl|ndjson|csv|tsv|parquet)$/i;
/** Reports and logs lie at the top; what lies deeper under any name was written by agents. */
const deepestOtherJson = 1;

/**
 * The files below a folder that may hold results, in the order of their paths. Links are not followed. A folder that is
 * one trial is not searched further: what lies in it was written by the agent that was tried.
 */
export function resultFiles(folder: string, notes: ReadingNotes): readonly string[] {
  const found: string[] = [];
  let seen = 0;
  let links = 0;
  search(folder, 0);
  if (links > 0) {
    notes.warn('outcomes/links', folder, (n) => `${countOf(n, 'link')} not followed.`, links);
  }
  return found.sort(compareText);

  function search(path: string, depth: number): void {
    const entries = entriesOf(path, notes);
    seen += entries.length;
    if (seen > mostEntries) {
      if (seen - entries.length <= mostEntries) {
        const message = `it holds more than ${mostEntries} files and folders.`;
        notes.fault('outcomes/too-many-files', message, { file: folder }, 'Name the folders of results themselves.');
      }
      return;
    }
    links += entries.filter((entry) => entry.isSymbolicLink()).length;
    const files = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
    const folders = entries
      .filter((entry) => entry.isDirectory() && !leftAlone.has(entry.name))
      .map(({ name }) => name);
    const only = wholeFolder(path, files);
    if (only !== undefined) {
      found.push(join(path, only));
      return;
    }
    for (const name of files) if (mayHoldResults(name, depth)) found.push(join(path, name));
    // A submission's logs say the same once more, under other names.
    const isSubmission = files.has('metadata.yaml') && folders.includes('results');
    for (const name of isSubmission ? ['results'] : folders) {
      if (depth < deepest) search(join(path, name), depth + 1);
      else
        notes.warn(
          'outcomes/too-deep',
          join(path, name),
          (n) => `${countOf(n, 'folder')} deeper than ${deepest} not searched.`,
        );
    }
  }
}

function entriesOf(path: string, notes: ReadingNotes): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (cause) {
    notes.fault('outcomes/unreadable', `it cannot be searched: ${reasonOf(cause)}.`, { file: path });
    return [];
  }
}

/** The one file that says all there is to say about a folder; undefined when it must be searched. */
function wholeFolder(path: string, files: ReadonlySet<string>): string | undefined {
  if (files.has('report.json')) {
    const report = documentAt(join(path, 'report.json'));
    // An empty one is an evaluation that broke.
    if (report === undefined || isInstanceReport(report)) return 'report.json';
  }
  if (files.has('run_instance.log')) return 'run_instance.log';
  if (files.has('result.json') && isHarborTrial(documentAt(join(path, 'result.json')))) return 'result.json';
  if (!files.has('results.json')) return undefined;
  const document = documentAt(join(path, 'results.json'));
  return [isTerminalBenchRun, isTerminalBenchTrial, isExperiment].some((is) => is(document))
    ? 'results.json'
    : undefined;
}

function mayHoldResults(name: string, depth: number): boolean {
  if (resultNames.has(name) || inspectName.test(name)) return true;
  if (depth === 0 && tableName.test(name)) return true;
  return depth <= deepestOtherJson && name.endsWith('.json') && name !== 'run_metadata.json';
}

function documentAt(path: string): unknown {
  try {
    return parseJson(readSafely(path));
  } catch {
    // Whoever reads it will say why it cannot be read.
    return undefined;
  }
}

/** Whether a found file is called what results are called: one that cannot be read is then a fault, not a bystander. */
export function isCalledResults(name: string): boolean {
  return resultNames.has(name) || inspectName.test(name);
}
