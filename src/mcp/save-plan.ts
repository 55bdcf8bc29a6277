import { OutputError } from '../core/model/errors.js';
import { refuseOtherKind } from '../disk/protect-files.js';
import { writeFile } from '../disk/write-together.js';
import { planKind } from '../inspect/init-plan.js';
import { assertPlan } from './folders.js';

/**
 * Writes a plan to a file; one that is there is replaced.
 *
 * @throws PlanError when the text is no plan, AccessError when it leads out of the allowed folders, OutputError when the file is no plan.
 */
export async function savePlan(file: string, text: string): Promise<void> {
  if (!/\.ya?ml$/i.test(file)) {
    const message = 'a plan is written to a file that ends in .yaml.';
    throw new OutputError([{ code: 'usage', message, place: { file } }]);
  }
  assertPlan(text, file);
  const kind = await planKind();
  writeFile(file, text, () => refuseOtherKind([file], kind));
}
