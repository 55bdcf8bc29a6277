import { extname } from 'node:path';
import { type Manifest, namedTasks, poolTasks } from '../../core/manifest/manifest.js';
import { readingOptions } from '../../core/model/result-settings.js';
import { matchOutcomes } from '../../core/outcomes/match-outcomes.js';
import { aboutTasks } from '../../core/outcomes/task-index.js';
import { taskResult } from '../../core/outcomes/task-result.js';
import { ofOneVersion } from '../../core/outcomes/task-versions.js';
import { compareText, countOf, formatCount } from '../../core/text/words.js';
import { type Dirent, lstatSync, readdirSync, statSync } from '../../disk/file-access.js';
import { walkFolder } from '../../disk/walk-folder.js';
import { readOutcomeList } from '../../results/read-outcomes.js';

/** Results on the selected tasks in this folder. */
export interface ResultsHere {
  readonly path: string;
  readonly words: string;
  /** Whether every system has a result for every selected task. */
  readonly isComplete: boolean;
}

const resultFolders = /^(results?|runs?|jobs|logs|outcomes|evaluations?|evaluation_results|trajectories)$/i;
const resultFiles = new Set(['.csv', '.tsv', '.json', '.jsonl', '.ndjson', '.parquet', '.eval', '.zip']);
/** Larger files and folders are not read here. */
const most = { bytes: 20_000_000, files: 2000, places: 20 };

/** The results on the selected tasks in this folder. Large files are listed but not read. */
export async function resultsHere(manifest: Manifest | undefined): Promise<readonly ResultsHere[]> {
  if (manifest === undefined) return [];
  const tasks = namedTasks(manifest);
  const about = aboutTasks(tasks, [...tasks, ...poolTasks(manifest)]);
  const reading = { ...readingOptions(manifest.methodology.results), ...about, countsOnly: true };
  const places = namesHere((entry) =>
    entry.isDirectory() ? resultFolders.test(entry.name) : entry.isFile() && resultFiles.has(extname(entry.name)),
  );
  const found: ResultsHere[] = [];
  for (const path of places) {
    if (isLarge(path)) {
      found.push({ path, words: `${path}: large, not read here`, isComplete: false });
      continue;
    }
    const { outcomes, faults } = ofOneVersion(await readOutcomeList([path], reading), tasks, reading);
    if (faults.length > 0) continue;
    const { configurations } = matchOutcomes(tasks, tasks, outcomes);
    if (configurations.length === 0) continue;
    const counts = configurations.map(
      ({ byTask }) => [...byTask.values()].filter((runs) => taskResult(runs).rewards.length > 0).length,
    );
    const [fewest, largest] = [Math.min(...counts), Math.max(...counts)];
    const range = fewest === largest ? formatCount(largest) : `${formatCount(fewest)} to ${formatCount(largest)}`;
    const words = `${path}: ${countOf(configurations.length, 'system')}, results on ${range} of ${countOf(tasks.length, 'selected task')}`;
    found.push({ path, words, isComplete: fewest === tasks.length });
  }
  return found;
}

/** The entries of this folder that pass a test, the first by name. */
export function namesHere(isWanted: (entry: Dirent) => boolean): readonly string[] {
  const entries = readdirSync('.', { withFileTypes: true }).filter(isWanted);
  return entries
    .map(({ name }) => name)
    .sort(compareText)
    .slice(0, most.places);
}

/** Whether a file or folder is too large to be read in passing. */
export function isLarge(path: string): boolean {
  const bytesOf = (file: string) => lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (!statSync(path).isDirectory()) return bytesOf(path) > most.bytes;
  let bytes = 0;
  for (const { kind, path: file } of walkFolder(path, { mostEntries: most.files })) {
    if (kind === 'too-many') return true;
    if (kind === 'file') bytes += bytesOf(file);
    if (bytes > most.bytes) return true;
  }
  return false;
}
