import { dirname, join } from 'node:path';
import { PlanError } from '../core/model/errors.js';
import type { Plan } from '../core/model/plan.js';
import { addToExclusions, addToPlan, type NewExclusion } from '../core/plan/edit-plan.js';
import { readPlan } from '../core/plan/read-plan.js';
import { readFileSync } from './file-access.js';
import { isEmbeddedFile } from './load-plan.js';
import { writeFile } from './write-together.js';

/** A plan with exclusions added, not yet on disk. */
export interface ExcludingPlan {
  readonly plan: Plan;
  /** The file that changes: the plan, or its file of exclusions. */
  readonly file: string;
  /**
   * Writes it, if `look`, called when nobody else can write there, does not throw; a kill leaves the old one whole.
   *
   * @throws PlanError when the plan ships with Winnow.
   */
  write(look: () => void): void;
}

/**
 * Adds exclusions to a plan, or to the file of exclusions that the plan names.
 *
 * @throws PlanError when an exclusion is not one that a plan may have.
 */
export function excludeTasks(plan: Plan, added: readonly NewExclusion[]): ExcludingPlan {
  const text = readFileSync(plan.file, 'utf8');
  const own = plan.exclusionsFile === undefined ? undefined : join(dirname(plan.file), plan.exclusionsFile);
  const file = own ?? plan.file;
  const planText = own === undefined ? addToPlan(text, added) : text;
  const ownText = own === undefined ? '' : addToExclusions(readFileSync(own, 'utf8'), added);
  return {
    plan: readPlan(planText, plan.file, (path) => ({ text: ownText, file: join(dirname(plan.file), path) })),
    file,
    write: (look) => {
      refuseEmbedded(plan);
      writeFile(file, own === undefined ? planText : ownText, look);
    },
  };
}

/**
 * Makes sure that a plan is the user's own.
 *
 * @throws PlanError when it ships with Winnow.
 */
export function refuseEmbedded(plan: Plan): void {
  if (!isEmbeddedFile(plan.file)) return;
  throw new PlanError([
    {
      code: 'plan/embedded',
      message: `the plan "${plan.name}" ships with Winnow and cannot be changed.`,
      hint: 'Copy it and name the copy: --plan FILE.',
    },
  ]);
}
