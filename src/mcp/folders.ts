import { dirname, join } from 'node:path';
import { OutputError, PlanError } from '../core/model/errors.js';
import { readPlan } from '../core/plan/read-plan.js';
import { allowedRoots, allowOnly, assertAllowed } from '../disk/file-access.js';
import { embeddedPlans, isPath, standardInput } from '../disk/load-plan.js';
import { readRegularText } from '../disk/open-regular.js';
import { planInputs } from '../disk/protect-files.js';

/**
 * The folders that an agent may read, and the one that it may write to. Making one confines this process to them, and each
 * command that it runs; the checks here only refuse a path before a command is started.
 */
export class Folders {
  /** Where relative paths start. */
  readonly start: string;
  readonly #read: readonly string[];
  readonly #write: string | undefined;

  /** @throws AccessError when a folder does not exist. */
  constructor(read: readonly string[], write: string | undefined) {
    allowOnly({ read, write: write === undefined ? [] : [write] });
    const roots = allowedRoots();
    [this.#write] = roots.write;
    this.#read = [...roots.read, ...roots.write];
    this.start = this.#write ?? this.#read[0] ?? '.';
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

  /** The same path. @throws AccessError when it may not be read. */
  toRead(path: string): string {
    assertAllowed([path]);
    return path;
  }

  /** The same path. @throws OutputError when nothing may be written, AccessError when this path may not be written to. */
  toWrite(path: string): string {
    if (this.#write === undefined) {
      const message = 'the server was started to read only.';
      const hint = 'Whoever starts it may allow a folder: winnow mcp --write DIR.';
      throw new OutputError([{ code: 'mcp/read-only', message, hint }]);
    }
    assertAllowed([path], 'write');
    return path;
  }
}

/** A plan as a command takes it: its name, and its text if that comes by standard input. */
interface PlanArgument {
  readonly named: string;
  readonly input?: string;
}

/** The plan that an agent names or writes out. @throws PlanError when it does neither or both, AccessError as `toRead` does. */
export function planArgument(
  folders: Folders,
  { plan, plan_text: text }: { readonly plan?: string | undefined; readonly plan_text?: string | undefined },
): PlanArgument {
  if (text !== undefined && plan !== undefined) throw usage('give plan or plan_text, not both.');
  if (text !== undefined) return { named: standardInput, input: text };
  if (plan === undefined) throw usage('give plan or plan_text.');
  if (plan === standardInput) throw usage('give the text of a plan as plan_text.');
  return { named: isPath(plan) ? folders.toRead(plan) : plan };
}

/** The selection, folder or plan that an agent names. @throws AccessError as `toRead` does. */
export function selectionArgument(folders: Folders, selection: string): string {
  return embeddedPlans().includes(selection) ? selection : folders.toRead(selection);
}

const largestExclusionsBytes = 4 * 1024 * 1024;

/**
 * Makes sure that a text is a plan, and that it reads only what may be read from the place where it will be saved.
 *
 * @throws PlanError with every error, AccessError when it leads out of the folders.
 */
export function assertPlan(text: string, file: string): void {
  const plan = readPlan(text, file, (path) => {
    const exclusions = join(dirname(file), path);
    const options = { followLinks: true, largestBytes: largestExclusionsBytes };
    return { text: readRegularText(exclusions, options), file: exclusions };
  });
  assertAllowed(planInputs(plan));
}

function usage(message: string): PlanError {
  return new PlanError([{ code: 'usage', message }]);
}
