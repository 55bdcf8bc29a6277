import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SelectionTexts } from '../core/compare/check-files.js';
import { ManifestError, PlanError } from '../core/model/errors.js';
import type { Fault } from '../core/model/fault.js';
import type { Plan } from '../core/model/plan.js';
import { embeddedPlans, type LoadedPlan, loadPlanFiles } from './load-plan.js';
import { errorCode, reasonOf } from './reason-of.js';
import { readGitFile } from './safe-git.js';
import { settleForReading } from './settle-folder.js';
import { stageState } from './stage.js';

/** A selection on disk: where it lies and what its files hold. */
export interface SelectionOnDisk {
  readonly folder: string;
  /** The manifest's path. */
  readonly file: string;
  readonly texts: SelectionTexts;
}

const manifestName = 'selection.json';
const largestBytes = 256 * 1024 * 1024;

/**
 * Reads a selection's files.
 *
 * @param path A `selection.json` or the folder it lies in; undefined: the folder `selection`, or else this one.
 * @throws ManifestError when there is none.
 */
export function readSelection(path?: string): SelectionOnDisk {
  const file = path === undefined ? defaultFile() : manifestFile(path);
  const folder = dirname(file);
  for (;;) {
    settleForReading(folder);
    const state = stageState(folder);
    const manifest = readText(file);
    if (manifest === undefined) throw noSelection(file);
    const texts = {
      manifest,
      methodology: readText(join(folder, 'METHODOLOGY.md')),
      table: readText(join(folder, 'selection.csv')),
    };
    // A run that wrote meanwhile is still there, or has placed its manifest, which comes last.
    if (stageState(folder) === state && readText(file) === manifest) return { folder, file, texts };
  }
}

/** What an argument that stands for a selection means: the text of a manifest, or a plan to run. */
export type SelectionSource =
  | { readonly kind: 'manifest'; readonly file: string; readonly text: string }
  | { readonly kind: 'plan'; readonly plan: string };

/**
 * Finds a selection: a `selection.json`, a folder that holds one, a plan file, the name of an embedded plan, or
 * `REV:PATH` in git.
 *
 * @throws ManifestError when it is none of them.
 */
export async function findSelection(argument: string): Promise<SelectionSource> {
  if (embeddedPlans().includes(argument)) return { kind: 'plan', plan: argument };
  const file = manifestFile(argument);
  settleForReading(dirname(file));
  const text = readText(file);
  if (text === undefined) {
    const isRevision = file === argument && /^[^:]+:./.test(argument);
    if (isRevision) return { kind: 'manifest', file, text: await readGitFile(argument) };
    const message = 'there is no such selection, plan or revision.';
    const hint = `Give a selection.json, its folder, a plan file, REVISION:path/selection.json, or an embedded plan: ${embeddedPlans().join(', ')}.`;
    throw new ManifestError([{ code: 'selection/not-found', message, place: { file }, hint }]);
  }
  const isPlan = /\.ya?ml$/i.test(file) || (basename(file) !== manifestName && isJsonPlan(text));
  return isPlan ? { kind: 'plan', plan: file } : { kind: 'manifest', file, text };
}

/** A plan may be JSON too: it has phases at its top, which no manifest has. */
function isJsonPlan(text: string): boolean {
  try {
    return Object.hasOwn((JSON.parse(text) ?? {}) as object, 'phases');
  } catch {
    return false;
  }
}

function defaultFile(): string {
  const places = ['selection', '.'];
  for (const folder of places) settleForReading(folder);
  const found = places.map((folder) => join(folder, manifestName)).find((file) => isThere(file));
  if (found !== undefined) return found;
  throw noSelection(join('selection', manifestName));
}

/** The manifest that a path means: the file itself, or the one in a folder. */
function manifestFile(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, manifestName) : path;
}

function noSelection(file: string): ManifestError {
  const hint = 'Give the path of a selection.json or its folder, or make one with "winnow select".';
  return new ManifestError([
    { code: 'selection/not-found', message: 'there is no selection here.', place: { file }, hint },
  ]);
}

/** The text of a file; undefined when it is not there. Bytes that are not UTF-8 become marks that no right file has. */
function readText(file: string): string | undefined {
  let handle: number | undefined;
  try {
    // Non-blocking, so that a pipe without a writer is refused and not waited for.
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const status = fstatSync(handle);
    if (!status.isFile()) throw new Error('it is not a file');
    if (status.size > largestBytes) throw new Error(`it has ${status.size} bytes; at most ${largestBytes} are read`);
    return readFileSync(handle, 'utf8');
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(cause))) return undefined;
    const message = `cannot be read: ${reasonOf(cause)}.`;
    throw new ManifestError([{ code: 'selection/unreadable', message, place: { file } }], { cause });
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/**
 * Finds the plan that made a selection: the very plan, by its hash, if it lies beside the selection or one folder up or
 * ships with Winnow; else one of that name, `plan.yaml` and `NAME.yaml` first, then the one that ships.
 *
 * @throws PlanError when none of them has that name.
 */
export async function findPlan(name: string, folder: string, hash?: string): Promise<Plan> {
  return (await findPlanFiles(name, folder, hash)).plan;
}

/**
 * Finds the plan that made a selection as `findPlan` does, with the texts it was read from.
 *
 * @throws PlanError when none of the places has a plan of that name.
 */
export async function findPlanFiles(name: string, folder: string, hash?: string): Promise<LoadedPlan> {
  const places = [folder, join(folder, '..')];
  // The name comes from a file; only a plain one may become part of a path.
  const names = /^\w[\w.-]*$/.test(name) ? ['plan.yaml', `${name}.yaml`] : ['plan.yaml'];
  const usual = places.flatMap((place) => names.map((file) => join(place, file))).filter(isThere);
  const isOther = (file: string) => !usual.includes(file) && mayBePlan(file, name);
  let first: LoadedPlan | undefined;
  const faults: Fault[] = [];
  // One after another, and no further than needed: what else lies there may be large, and none of ours.
  for (const find of [
    () => usual,
    () => [...new Set(places.flatMap(yamlFiles))].filter(isOther),
    () => embeddedPlans().filter((each) => each === name),
  ]) {
    for (const file of find()) {
      try {
        const loaded = await loadPlanFiles(file);
        if (loaded.plan.name !== name) continue;
        if (hash === undefined || loaded.plan.hash === hash) return loaded;
        first ??= loaded;
      } catch (error) {
        if (!(error instanceof PlanError)) throw error;
        // Any other YAML file may be anything.
        if (usual.includes(file)) for (const fault of error.faults) faults.push(fault);
      }
    }
  }
  if (first !== undefined) return first;
  const notFound = {
    code: 'plan/not-found',
    message: `the plan "${name}" of the selection is not found: none of that name ships with Winnow, and no YAML file in ${places.map((place) => join(place)).join(' or ')} is it.`,
    hint: 'Give the plan with --plan.',
  };
  throw new PlanError([notFound, ...faults]);
}

const headBytes = 64 * 1024;

/** Whether the beginning of a YAML file looks like that of a plan of this name; nothing is parsed. */
function mayBePlan(file: string, name: string): boolean {
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!fstatSync(handle).isFile()) return false;
    const block = Buffer.alloc(headBytes);
    const read = readSync(handle, block, 0, headBytes, 0);
    const head = block.toString('utf8', 0, read).replace(/^\ufeff/, '');
    // The keys of a block stand at the start of a line; those in braces may stand anywhere.
    const start = /^\s*(#.*\s+)*\{/.test(head) ? '[\\s{,]' : '^';
    const hasKey = (key: string) => new RegExp(`${start}["']?${key}["']?\\s*:`, 'm').test(head);
    return hasKey('name') && head.includes(name) && (read === headBytes || hasKey('benchmarks'));
  } catch {
    return false;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** More files than this are not looked through. */
const mostYamlFiles = 50;

function yamlFiles(folder: string): string[] {
  try {
    const files = readdirSync(folder).filter((name) => /\.ya?ml$/i.test(name));
    return files.length > mostYamlFiles ? [] : files.sort().map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}
