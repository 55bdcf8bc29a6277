import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { counter, countingName } from '../../core/text/counting-name.js';
import { compareText } from '../../core/text/words.js';
import { lstatSync, readdirSync } from '../../disk/file-access.js';

/** Names the content of a file or the benchmark, not the system. */
const says =
  /^(?:(?:multi[-_]?swe|swe|swt|terminal)[-_]?bench(?:[-_.](?:verified|pro|lite|live|multimodal|multilingual|v?\d[\d.]*))*|gso|res|(?:(?:eval|instance)[-_]?)?results?|reports?|outcomes?|scores?|metrics|summary|outputs?|output\.report|preds?|predictions|data|table)$/i;
const gathers = /^(?:runs?|jobs?|trials?|logs?|results?|outputs?|evaluations?)$/i;

/** A system named after the place of its results. The same name in another place is another system. */
export interface FolderName {
  readonly configuration: string;
  /** The path that the name is the end of. */
  readonly source: string;
  /** Whether the name does not identify the system. */
  readonly isPartlyNamed?: true;
  /** The run whose place gives the name. Numbered runs may turn out to belong to one system. */
  readonly runPlace?: string | undefined;
}

/** The name of a file without its extension, including that of a compressed file. */
export function stemOf(path: string): string {
  const name = basename(path).replace(/(\.(?:json|jsonl|ndjson|csv|tsv))\.(?:gz|zst)$/i, '$1');
  return basename(name, extname(name));
}

/** The system in the name of a file. A generic name such as "results" is replaced by the folder name. */
export function nameOfFile(path: string): FolderName {
  const whole = resolve(path);
  const stem = stemOf(whole);
  const own = { configuration: stem, source: join(dirname(whole), stem) };
  if (!says.test(stem)) return own;
  const folder = dirname(whole);
  const source = says.test(basename(folder)) ? dirname(folder) : folder;
  return basename(source) === '' ? own : { configuration: basename(source), source };
}

/** Whether a folder collects unrelated runs, so that it doesn't identify a system. */
export function isGathering(folder: string): boolean {
  return basename(folder) === '' || gathers.test(basename(folder));
}

/** The names of the folders above a file, the nearest first. */
export function foldersAbove(path: string): readonly string[] {
  return dirname(resolve(path)).split(sep).reverse();
}

/** The files of one name in the folders of a folder, in the order of their paths; links are not followed. */
export function filesInFolders(folder: string, name: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name, name))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .sort(compareText);
}

/** The names that are given, joined as runners join agent and model. */
export function joinedName(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join('__');
}

/** Agents that take no model: their name is the system. */
const withoutModel = new Set(['oracle', 'nop', 'noop', 'no-op', 'null']);

const exported = '[0-9a-f]{8}(?:-first\\d+)?(?:-shard\\d+of\\d+)?';

/** A run id that Winnow exported: its runs are parts of one system. */
export const exportedRun: RegExp = new RegExp(`[-_.]${exported}$`);

/** The end of a run's name that numbers it, dates it, or is part of a run id that Winnow exported. */
const countingEnd = new RegExp(`(?:[-_.](?:${counter}|${exported}))+$`, 'i');

/**
 * A run's name without its number and date: the only rule for which runs in one place are repeats of one system. They
 * share the rest, which may be empty. A bare number after a word may be a version or an arm, so it does not count.
 */
export function withoutCount(run: string): string {
  return countingName.test(run) ? '' : run.replace(countingEnd, '');
}

/** A path whose parts have neither number nor date. Places with the same one are repeats of one system. */
export function withoutCounts(path: string): string {
  return path.split(sep).map(withoutCount).join(sep);
}

/**
 * The system of a run: agent and model. Runs of one agent and model are repeats if the names of their folders only count
 * them; otherwise the names say what differs, such as a tool. Without the model, the place of a run decides.
 */
export function agentOfRun(
  agent: string | undefined,
  model: string | undefined,
  runFolder: string,
): FolderName | undefined {
  const above = dirname(runFolder);
  if (agent !== undefined && model === undefined) {
    if (withoutModel.has(agent.toLowerCase())) return { configuration: agent, source: above };
    return { configuration: agent, source: runFolder, isPartlyNamed: true, runPlace: runFolder };
  }
  const configuration = joinedName(agent, model);
  if (configuration === '') return undefined;
  return { configuration, source: join(above, withoutCount(basename(runFolder))) };
}
