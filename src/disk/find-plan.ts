import { basename, dirname, join, resolve } from 'node:path';
import { planFileName } from '../core/manifest/manifest.js';
import { type Fault, PlanError } from '../core/model/errors.js';
import { entriesOf, part } from '../core/model/record.js';
import type { LongText } from '../core/text/text-pieces.js';
import { compareText, joinWords, quotedWord, visibleText } from '../core/text/words.js';
import { existsSync, readdirSync, statSync } from './file-access.js';
import {
  embeddedPlans,
  isEmbeddedFile,
  isPath,
  isPlanText,
  type LoadedPlan,
  loadPlanFiles,
  planFileNames,
} from './load-plan.js';
import { firstBytes } from './open-regular.js';

/**
 * Finds the plan that made a selection, in the selection's folder, one folder up or built in: by the recorded file name,
 * by hash, or by the plan's name. The file counts even if it was edited since, so that a copy of the earlier plan doesn't
 * replace it. With `onDisk`, built-in plans are ignored. @throws PlanError, with the hint, if no plan of that name is
 * found, or if several different ones have it and none has the hash.
 */
export async function findPlanFiles(
  { name, sha256: hash, file: recorded = '' }: Pick<MadeBy, 'name' | 'sha256' | 'file'>,
  folder: string,
  hint = 'Give the plan with --plan.',
  { onDisk = false }: { readonly onDisk?: boolean } = {},
): Promise<LoadedPlan> {
  // A tier is in the folder of the whole selection.
  const isTier = existsSync(join(folder, '..', 'selection.json'));
  const places = [folder, join(folder, '..'), ...(isTier ? [join(folder, '..', '..')] : [])];
  // The name comes from a file; only a plain one may become part of a path.
  const names = [...planFileNames, ...(/^\w[\w.-]*$/.test(name) ? [`${name}.yaml`, `${name}.json`] : [])];
  const inPlaces = (files: readonly string[]) =>
    places.flatMap((place) => files.map((file) => join(place, file))).filter((file) => existsSync(file));
  const own = recorded === planFileName(recorded) ? inPlaces([recorded]) : [];
  const usual = [...new Set([...own, ...inPlaces(names)])];
  const isOther = (file: string) => !usual.includes(file) && mayBePlan(file, name);
  let unread = 0;
  const otherFiles = () => {
    let bytes = 0;
    const files = [...new Set(places.flatMap(yamlFiles))].filter(isOther);
    const few = files.filter((file) => {
      bytes += statSync(file).size;
      return bytes <= mostOtherBytes;
    });
    unread = files.length - few.length;
    return few;
  };
  const embedded = onDisk ? [] : embeddedPlans().filter((each) => each === name);
  const found = new Map<string, LoadedPlan>();
  const faults: Fault[] = [];
  // One by one, and only as far as needed: other files there may be large and unrelated. A built-in plan is
  // quick to read and to recognise.
  for (const { files, onlyExact = false, isOwn = false } of [
    { files: () => own },
    { files: () => embedded, onlyExact: true, isOwn: true },
    { files: () => usual.filter((file) => !own.includes(file)) },
    { files: otherFiles },
    { files: () => (found.size === 0 ? embedded : []) },
  ]) {
    for (const file of files()) {
      try {
        const loaded = await loadPlanFiles(file);
        if (loaded.plan.name !== name) continue;
        if (loaded.plan.hash === hash) return loaded;
        if (!onlyExact && !found.has(loaded.plan.hash)) found.set(loaded.plan.hash, loaded);
      } catch (error) {
        if (!(error instanceof PlanError)) throw error;
        // Any other YAML file may be anything.
        if (usual.includes(file)) for (const fault of error.faults) faults.push(fault);
      }
    }
    if (isOwn && found.size === 1) break;
    if (isOwn && faults.length > 0) throw new PlanError(faults);
  }
  const [first, ...others] = found.values();
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) {
    const files = joinWords([first, ...others].map(({ plan }) => plan.file));
    const message = `the plan "${name}", which made the selection in ${join(folder)}, has changed or is missing, and several plans have that name: ${files}.`;
    throw new PlanError([{ code: 'plan/ambiguous', message, hint }]);
  }
  const left = unread === 0 ? '' : ` Winnow skipped ${unread} other files that may be plans.`;
  const message = `the plan "${name}", which made the selection, was not found. It is not a built-in plan, and there is no such plan in ${places.map((place) => join(place)).join(' or ')}.${left}`;
  throw new PlanError([{ code: 'plan/not-found', message, hint }, ...faults]);
}

const headBytes = 64 * 1024;

/** Whether the start of a YAML file looks like a plan of this name; nothing is parsed. */
function mayBePlan(file: string, name: string): boolean {
  try {
    const bytes = firstBytes(file, headBytes, { followLinks: true });
    const head = bytes.toString('utf8').replace(/^\ufeff/, '');
    // The keys of a block are at the start of a line; those in braces may be anywhere.
    const start = firstContent(head).startsWith('{') ? '[\\s{,]' : '^';
    const hasKey = (key: string) => new RegExp(`${start}["']?${key}["']?\\s*:`, 'm').test(head);
    // A short plan may have no name: it then has that of its tasks.
    const isNamed = hasKey('name') ? head.includes(name) : hasKey('tasks');
    return isNamed && (bytes.length === headBytes || hasKey('benchmarks') || hasKey('tasks'));
  } catch {
    return false;
  }
}

/** The first line that is neither blank nor a comment, without its indentation. */
function firstContent(text: string): string {
  for (const line of text.split('\n')) {
    const content = line.trimStart();
    if (content !== '' && !content.startsWith('#')) return content;
  }
  return '';
}

/** The most bytes parsed of other files that may be plans, because each may take seconds. */
const mostOtherBytes = 4 * 2 ** 20;

const mostYamlFiles = 50;

function yamlFiles(folder: string): string[] {
  try {
    const files = readdirSync(folder).filter((name) => /\.ya?ml$/i.test(name));
    return files.length > mostYamlFiles ? [] : files.sort().map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** The plan that a command uses and, for a default, the reason. */
export interface PlanChoice {
  /** A path, or the name of a built-in plan. */
  readonly plan: string;
  readonly isEmbedded: boolean;
  /** In words; undefined if the caller named the plan. */
  readonly because?: string | undefined;
  /** Set if the plan had to be read to find it. */
  readonly loaded?: LoadedPlan;
}

/** The purpose of the plan: to make a selection in the folder `out`, or to answer for the existing one. */
export type PlanUse = { readonly use: 'select'; readonly out: string } | { readonly use: 'answer' };

const shippedPlan = 'ccb';

/**
 * The plan to use: the named one, the one that made the selection, or the default. To make a selection, `plan.yaml` comes
 * first, as it may have been edited since. @throws PlanError if the selection's plan is missing, or there is data but no plan.
 */
export async function planToUse(named: string | undefined, purpose: PlanUse): Promise<PlanChoice> {
  const folder = purpose.use === 'select' ? purpose.out : named;
  const isSelection = named !== undefined && purpose.use === 'answer' && existsSync(join(named, 'selection.json'));
  if (named !== undefined && !isSelection) return { plan: named, isEmbedded: !isPath(named) && !isPlanText(named) };
  const own = planFileNames.find((file) => existsSync(file));
  const ofFolder = own === undefined ? undefined : { plan: own, isEmbedded: false, because: 'found in this folder' };
  if (purpose.use === 'select' && ofFolder !== undefined) return ofFolder;
  // Loaded on demand: a named plan needs no selection.
  const { usualSelection } = await import('./read-selection.js');
  const selection = usualSelection(folder);
  const maker = selection === undefined ? undefined : madeBy(selection.text);
  if (selection === undefined || maker === undefined) {
    const nameless = selection === undefined ? '' : `; ${selection.file} does not name the plan that made it`;
    if (ofFolder !== undefined) return { ...ofFolder, because: `${ofFolder.because}${nameless}` };
    const data = dataHere(purpose.use === 'select' ? purpose.out : undefined);
    if (data.length > 0) throw noPlan(data, nameless);
    const because = `the default in an empty folder${nameless}`;
    return { plan: shippedPlan, isEmbedded: true, because };
  }
  const { file } = selection;
  const hint = `Give the plan for ${file}: its path, or the name of a built-in plan.`;
  const loaded = await findPlanFiles(maker, dirname(file), hint);
  const made = loaded.plan.hash === maker.sha256 ? `which made ${file}` : `changed since it made ${file}`;
  const isOther = own !== undefined && resolve(own) !== resolve(loaded.plan.file);
  return { ...choiceOf(loaded), loaded, because: isOther ? `${made}; ${own} here is another plan` : made };
}

/** A found plan, as an argument. */
export function choiceOf({ plan: { name, file } }: LoadedPlan): PlanChoice {
  const isEmbedded = isEmbeddedFile(file);
  return { plan: isEmbedded ? name : file, isEmbedded };
}

/** Pages, texts and files of an installation are not data. */
const noData = /\.(?:html?|md)$|^(?:license|readme|notice|package(?:-lock)?\.json|node_modules)$/i;

/** The files and folders here that may be data, tables first, without hidden ones and selections. */
function dataHere(out = 'selection'): readonly string[] {
  const outputs = new Set(['selection', basename(out)]);
  const entries = readdirSync('.', { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.') && !noData.test(name) && !outputs.has(name),
  );
  const isTable = (name: string) => /\.(?:jsonl?|ndjson|csv|tsv|tab|parquet|zip|gz|zst)$/i.test(name);
  return entries
    .map((entry) => `${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .sort((a, b) => Number(isTable(b)) - Number(isTable(a)) || compareText(a, b));
}

const mostShown = 4;

function noPlan(data: readonly string[], nameless: string): PlanError {
  const shown = data.slice(0, mostShown).map((name) => visibleText(name, 60));
  const more = data.length - shown.length;
  const found = joinWords([...shown, ...(more > 0 ? [`${more} more`] : [])]);
  const yaml = data.find((name) => /\.ya?ml$/i.test(name));
  const path = data.length === 1 ? quotedWord(visibleText(data[0] ?? '.', 200)) : '.';
  const message = `there is no ${planFileNames[0]} in this folder. It contains ${found}${nameless}.`;
  const hint = `To write a plan for these tasks, run "winnow init ${path}".${yaml === undefined ? '' : ` If ${visibleText(yaml, 60)} is your plan, add its name to the command.`} To use the built-in plan ${shippedPlan}, add its name.`;
  return new PlanError([{ code: 'plan/none', message, hint }]);
}

/** The plan that made a manifest, and the files written with it. */
export interface MadeBy {
  readonly name: string;
  readonly sha256?: string | undefined;
  /** The plan's file name, without its folder. */
  readonly file?: string | undefined;
  /** The SHA-256 of each of those files, by name; empty for a manifest of an earlier program. */
  readonly files: ReadonlyMap<string, string>;
  /** The tier that it is, if the plan named it; undefined for the whole selection and for a tier of some size. */
  readonly tier: string | undefined;
}

/** The plan that made a selection, from a manifest of any form; undefined if it is not recorded. */
export function madeBy(text: LongText): MadeBy | undefined {
  // As Winnow writes it the metadata come first, and the thousands of lines after them need not be read.
  const [start = ''] = typeof text === 'string' ? [text] : text;
  const end = start.startsWith('{\n  "metadata": {') ? start.indexOf('\n  }') : -1;
  return (end < 0 ? undefined : planIn(`${start.slice(0, end)}}}`)) ?? planIn(text);
}

function planIn(json: LongText): MadeBy | undefined {
  let value: unknown;
  try {
    value = JSON.parse(String(json));
  } catch {
    return undefined;
  }
  const [name, sha256, file] = ['name', 'sha256', 'file'].map((key) => part(value, 'metadata', 'plan', key));
  if (typeof name !== 'string') return undefined;
  const files = entriesOf(part(value, 'metadata', 'files'));
  const hashes = files.flatMap(([file, hash]) => (typeof hash === 'string' ? [[file, hash] as const] : []));
  const tier = part(value, 'metadata', 'tier', 'name');
  const named = entriesOf(part(value, 'metadata', 'tier', 'sizes')).find(([each]) => each === tier)?.[0];
  const textOf = (each: unknown) => (typeof each === 'string' ? each : undefined);
  return { name, sha256: textOf(sha256), file: textOf(file), files: new Map(hashes), tier: named };
}
