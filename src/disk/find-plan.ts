import { join } from 'node:path';
import { PlanError } from '../core/model/errors.js';
import type { Fault } from '../core/model/fault.js';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from './file-access.js';
import { embeddedPlans, type LoadedPlan, loadPlanFiles, planFileNames } from './load-plan.js';

/**
 * Finds the plan that made a selection, with the texts it was read from: the very plan, by its hash, if it lies beside the
 * selection or one folder up or ships with Winnow; else one of that name, `plan.yaml` and `NAME.yaml` first, then the one
 * that ships.
 *
 * @param hint What to do where there is none.
 * @param options With `onDisk`, plans that ship are not looked at.
 * @throws PlanError when none of the places has a plan of that name.
 */
export async function findPlanFiles(
  name: string,
  folder: string,
  hash?: string,
  hint = 'Give the plan with --plan.',
  { onDisk = false }: { readonly onDisk?: boolean } = {},
): Promise<LoadedPlan> {
  const places = [folder, join(folder, '..')];
  // The name comes from a file; only a plain one may become part of a path.
  const names = [...planFileNames, ...(/^\w[\w.-]*$/.test(name) ? [`${name}.yaml`, `${name}.json`] : [])];
  const usual = places.flatMap((place) => names.map((file) => join(place, file))).filter((file) => existsSync(file));
  const isOther = (file: string) => !usual.includes(file) && mayBePlan(file, name);
  const others = new OtherFiles();
  const embedded = onDisk ? [] : embeddedPlans().filter((each) => each === name);
  let first: LoadedPlan | undefined;
  const faults: Fault[] = [];
  // One after another, and no further than needed: what else lies there may be large, and none of ours. A plan that ships is
  // soon read, and soon known for the very one.
  for (const { files, onlyExact = false } of [
    { files: () => usual },
    { files: () => embedded, onlyExact: true },
    { files: () => others.few([...new Set(places.flatMap(yamlFiles))].filter(isOther)) },
    { files: () => embedded },
  ]) {
    for (const file of files()) {
      try {
        const loaded = await loadPlanFiles(file);
        if (loaded.plan.name !== name) continue;
        if (hash === undefined ? !onlyExact : loaded.plan.hash === hash) return loaded;
        if (!onlyExact) first ??= loaded;
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
    message: `the plan "${name}" of the selection is not found: none of that name ships with Winnow, and no plan in ${places.map((place) => join(place)).join(' or ')} is it.${others.words}`,
    hint,
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
    const start = firstContent(head).startsWith('{') ? '[\\s{,]' : '^';
    const hasKey = (key: string) => new RegExp(`${start}["']?${key}["']?\\s*:`, 'm').test(head);
    return hasKey('name') && head.includes(name) && (read === headBytes || hasKey('benchmarks'));
  } catch {
    return false;
  } finally {
    if (handle !== undefined) closeSync(handle);
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

/** Files that may be plans by chance: few of them are parsed, because each may take seconds. */
class OtherFiles {
  #left = 0;

  /** The first of them that have 4 MiB together. */
  few(files: readonly string[]): readonly string[] {
    let bytes = 0;
    const few = files.filter((file) => {
      bytes += statSync(file).size;
      return bytes <= mostOtherBytes;
    });
    this.#left = files.length - few.length;
    return few;
  }

  /** What was not looked at, to be added to an error. */
  get words(): string {
    return this.#left === 0 ? '' : ` ${this.#left} other files that may be plans were not read.`;
  }
}

const mostOtherBytes = 4 * 2 ** 20;

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
