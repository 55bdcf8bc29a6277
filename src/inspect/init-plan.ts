import { resolve } from 'node:path';
import { OutputError, PlanError } from '../core/model/errors.js';
import { existsSync } from '../disk/file-access.js';
import type { FileKind } from '../disk/protect-files.js';
import type { PlanAim, PlanDraft } from './draft-plan.js';
import type { Progress } from './given-paths.js';
import type { LearnedPurpose } from './learn-purpose.js';

/** How to make a starter plan. */
export interface InitOptions {
  /** The file to write. */
  readonly out: string;
  /** The name of the plan. Default: made from the paths. */
  readonly name?: string | undefined;
  /** Whether to write nothing and only return the text. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Whether an existing file may be replaced. Default false. */
  readonly force?: boolean | undefined;
  /** What the plan should select. Default: about a fifth of the tasks. */
  readonly aim?: PlanAim | undefined;
  /** The column with the task ids, in a table. */
  readonly idColumn?: string | undefined;
  /** Called now and then with the progress. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The written plan and its open questions. */
export interface InitResult {
  readonly out: string;
  /** The text of the plan. */
  readonly text: string;
  readonly draft: PlanDraft;
  /** What was learned from earlier results, if the plan has a purpose. */
  readonly purpose?: LearnedPurpose | undefined;
  /** Sentences on files that could not be read, tasks left out, and oddities of the files. */
  readonly leftOut: readonly string[];
  /** Sentences on how paths with folders were divided into benchmarks. */
  readonly divisions: readonly string[];
}

/**
 * Writes a starter plan that is ready to run; decisions for a person appear in it as questions.
 * @throws PoolError if no task is found, OutputError if the file already exists or cannot be written.
 */
export async function initPlan(paths: readonly string[], options: InitOptions): Promise<InitResult> {
  const { out, name, dryRun = false, force = false, aim = {} } = options;
  if (name !== undefined && !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) {
    const message = `the plan name "${name}" is not valid. It may contain letters, digits, dots, dashes and underscores.`;
    throw new PlanError([{ code: 'plan/name', message, hint: 'Choose another name with --name NAME.' }]);
  }
  // Loaded on demand: a plan's run does not look for formats.
  const { makePlan } = await import('./make-plan.js');
  if (dryRun) return makePlan(paths, options);
  const { writeFile } = await import('../disk/write-together.js');
  const kind = await planKind();
  const { refuseInputs, refuseOtherKind } = await import('../disk/protect-files.js');
  const look = () => {
    if (!force && existsSync(resolve(out))) {
      const hint = 'Pass --force to replace it, or choose another file with --out FILE.';
      throw new OutputError([
        { code: 'output/exists', message: 'the file already exists.', place: { file: out }, hint },
      ]);
    }
    refuseInputs([out], [...paths, ...(aim.purpose?.prior ?? [])]);
    refuseOtherKind([out], kind);
  };
  // Checked before the work, and again after it.
  look();
  const result = await makePlan(paths, options);
  writeFile(out, result.text, look);
  return result;
}

/** Recognises a plan, even an invalid one: its errors do not matter when it is replaced. */
export async function planKind(): Promise<FileKind> {
  const { parse } = await import('yaml');
  const isText = (text: string) => {
    try {
      const value: unknown = parse(text);
      return (
        typeof value === 'object' && value !== null && ('benchmarks' in value || 'tasks' in value || 'phases' in value)
      );
    } catch {
      return false;
    }
  };
  return { name: 'a Winnow plan', isText };
}
