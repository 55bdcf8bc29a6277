import { basename, dirname, extname, join, resolve, sep } from 'node:path';

const says =
  /^(?:results?|reports?|eval[_-]?results|outcomes?|scores?|summary|outputs?|output\.report|preds?|predictions|data|table)$/i;
const gathers = /^(?:runs?|jobs?|trials?|logs?|results?|outputs?|evaluations?)$/i;

/** A configuration that is called by where its results lie: the same name elsewhere is another. */
export interface FolderName {
  readonly configuration: string;
  /** The path that the name is the end of. */
  readonly source: string;
}

/** What a file calls its configuration by its name; a name such as "results", which any may have, gives way to the folder's. */
export function nameOfFile(path: string): FolderName {
  const whole = resolve(path);
  const stem = basename(whole, extname(whole));
  const own = { configuration: stem, source: join(dirname(whole), stem) };
  if (!says.test(stem)) return own;
  const folder = dirname(whole);
  const source = says.test(basename(folder)) ? dirname(folder) : folder;
  return basename(source) === '' ? own : { configuration: basename(source), source };
}

/** Whether a folder is one that unrelated runs gather in, as programs make them: it is no submission of one system. */
export function isGathering(folder: string): boolean {
  return basename(folder) === '' || gathers.test(basename(folder));
}

/** The names of the folders above a file, the nearest first. */
export function foldersAbove(path: string): readonly string[] {
  return dirname(resolve(path)).split(sep).reverse();
}

/** Agents that take no model: their name says who was tried. */
const withoutModel = new Set(['oracle', 'nop', 'noop', 'no-op', 'null']);

/**
 * Whose results a run's are: agent and model, and the folder that holds the runs. Without the model, each such folder is
 * told from every other; where it is one that runs of anything gather in, each run is.
 */
export function agentOfRun(
  agent: string | undefined,
  model: string | undefined,
  runFolder: string,
): { readonly configuration: string; readonly source: string; readonly isPartlyNamed?: true } | undefined {
  const above = dirname(runFolder);
  if (agent !== undefined && model === undefined) {
    if (withoutModel.has(agent.toLowerCase())) return { configuration: agent, source: above };
    return { configuration: agent, source: isGathering(above) ? runFolder : above, isPartlyNamed: true };
  }
  const parts = [agent, model].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : { configuration: parts.join('__'), source: above };
}
