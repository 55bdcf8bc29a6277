import { basename, dirname, join, resolve, sep } from 'node:path';
import { ManifestError, OutputError, PlanError, PoolError } from '../core/model/errors.js';
import type { Plan } from '../core/model/plan.js';
import { readPlan } from '../core/plan/read-plan.js';
import { existsSync, realpathSync } from '../disk/file-access.js';
import { findPlanFiles } from '../disk/find-plan.js';
import { embeddedPlans, isEmbeddedFile, isPath, standardInput } from '../disk/load-plan.js';
import { madeBy } from '../disk/made-by.js';
import { readRegularText } from '../disk/open-regular.js';
import { planInputs } from '../disk/protect-files.js';
import { findSelection } from '../disk/read-selection.js';
import { reasonOf } from '../disk/reason-of.js';

/** The folders that an agent may have read, and the one that it may have written in. */
export class Folders {
  /** Where relative paths start. */
  readonly start: string;
  readonly #read: readonly string[];
  readonly #write: string | undefined;

  /** @throws PoolError when a folder is not there. */
  constructor(read: readonly string[], write: string | undefined) {
    const real = (folder: string) => {
      try {
        return realpathSync(resolve(folder));
      } catch {
        const hint = 'Make it first, or name another.';
        throw new PoolError([
          { code: 'mcp/no-folder', message: 'there is no such folder.', place: { file: folder }, hint },
        ]);
      }
    };
    const folders = read.map(real);
    this.#write = write === undefined ? undefined : real(write);
    this.#read = this.#write === undefined ? folders : [...folders, this.#write];
    this.start = this.#write ?? folders[0] ?? real('.');
  }

  /** Whether anything may be written at all. */
  get mayWrite(): boolean {
    return this.#write !== undefined;
  }

  /** In words, for the agent. */
  get words(): string {
    const write = this.#write === undefined ? 'Nothing is written.' : `Files are written below ${this.#write} only.`;
    return `Files are read below ${this.#read.join(' and ')} only. ${write} Relative paths start at ${this.start}.`;
  }

  /** The path itself, made sure of. @throws PoolError when it leads out of what may be read. */
  toRead(path: string): string {
    if (!this.#read.some((folder) => isWithin(this.#realOf(path), folder))) {
      const message = `the path leads out of the folders that may be read: ${this.#read.join(', ')}.`;
      throw new PoolError([{ code: 'mcp/out-of-bounds', message, place: { file: path }, hint: 'Name another path.' }]);
    }
    return path;
  }

  /** The path itself, made sure of. @throws OutputError when nothing may be written there. */
  toWrite(path: string): string {
    if (this.#write === undefined) {
      const message = 'the server was started to read only.';
      const hint = 'Whoever starts it may allow a folder: winnow mcp --write DIR.';
      throw new OutputError([{ code: 'mcp/read-only', message, hint }]);
    }
    if (!isWithin(this.#realOf(path), this.#write)) {
      const message = `the path leads out of the folder that may be written in: ${this.#write}.`;
      throw new OutputError([
        { code: 'mcp/out-of-bounds', message, place: { file: path }, hint: 'Name a path in it.' },
      ]);
    }
    return path;
  }

  /** Where a path leads, links followed; of what is not there yet the folder that is. */
  #realOf(path: string): string {
    const whole = resolve(this.start, path);
    try {
      return realpathSync(whole);
    } catch {
      const parent = dirname(whole);
      return parent === whole ? whole : join(this.#realOf(parent), basename(whole));
    }
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** A plan as a command takes it: what names it, and its text where it comes by standard input. */
interface PlanArgument {
  readonly named: string;
  readonly input?: string;
}

const largestPlanBytes = 4 * 1024 * 1024;

/**
 * A plan that an agent names or writes out, made sure of: it reads nothing but what may be read.
 *
 * @throws PlanError when it is wrong, PoolError when it leads out of the folders.
 */
export function confinedPlan(
  folders: Folders,
  { plan, plan_text: text }: { readonly plan?: string | undefined; readonly plan_text?: string | undefined },
): PlanArgument {
  if (text !== undefined && plan !== undefined) throw usage('plan and plan_text both say which plan is meant.');
  if (text !== undefined) {
    confine(folders, openPlan(folders, text, standardInput));
    return { named: standardInput, input: text };
  }
  if (plan === undefined) throw usage('one of plan and plan_text is needed.');
  if (plan === standardInput) throw usage('a plan that is written out is given as plan_text.');
  if (!isPath(plan)) return { named: plan };
  confine(folders, openPlan(folders, textOf(folders, plan), plan));
  return { named: plan };
}

/**
 * What an agent calls a selection, made sure of in the same way: a `selection.json`, its folder, or a plan to run.
 *
 * @returns The plan as well, of a manifest the one that made it.
 */
export async function confinedSelection(
  folders: Folders,
  selection: string,
): Promise<{ readonly named: string; readonly plan: string }> {
  if (isPath(selection) || !embeddedPlans().includes(selection)) {
    // A revision in git is no path: what the repository holds may lie outside of the folders.
    if (!existsSync(folders.toRead(selection))) throw noSelection(selection);
    folders.toRead(join(selection, 'selection.json'));
  }
  const found = await findSelection(selection);
  if (found.kind === 'plan') return { named: selection, plan: confinedPlan(folders, { plan: found.plan }).named };
  const maker = madeBy(found.text);
  if (maker === undefined) throw usage('the selection does not say which plan made it.');
  const { plan } = await findPlanFiles(maker.name, dirname(found.file), maker.sha256, 'Put it beside the selection.');
  if (isEmbeddedFile(plan.file)) return { named: selection, plan: plan.name };
  folders.toRead(plan.file);
  confine(folders, plan);
  return { named: selection, plan: plan.file };
}

function openPlan(folders: Folders, text: string, file: string): Plan {
  return readPlan(text, file, (path) => {
    const exclusions = join(dirname(file), path);
    return { text: textOf(folders, exclusions), file: exclusions };
  });
}

function textOf(folders: Folders, file: string): string {
  folders.toRead(file);
  try {
    return readRegularText(file, { followLinks: true, largestBytes: largestPlanBytes });
  } catch (cause) {
    const message = `the plan cannot be read: ${reasonOf(cause)}.`;
    throw new PlanError([{ code: 'plan/unreadable', message, place: { file } }], { cause });
  }
}

function confine(folders: Folders, plan: Plan): void {
  for (const { name, source } of plan.benchmarks) {
    if (source.kind === 'embedded' || (source.kind === 'path' && source.ranges.length === 0)) continue;
    const from = source.kind === 'path' ? 'the history of a repository' : 'a server';
    throw usage(`benchmark "${name}" is read from ${from}; an agent may have files and folders read only.`);
  }
  for (const path of planInputs(plan).filter((each) => each !== standardInput)) folders.toRead(path);
}

function noSelection(file: string): ManifestError {
  const message = 'there is no such selection or plan.';
  return new ManifestError([{ code: 'selection/not-found', message, place: { file }, hint: 'Name its path.' }]);
}

function usage(message: string): PlanError {
  return new PlanError([{ code: 'usage', message }]);
}
