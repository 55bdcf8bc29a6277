import { dirname, join } from 'node:path';
import { readPlan } from '../../core/plan/read-plan.js';
import { isPlanText, type LoadedPlan } from '../../disk/load-plan.js';
import { readRegularText } from '../../disk/open-regular.js';
import { refuseOtherKind } from '../../disk/protect-files.js';
import { writeFile } from '../../disk/write-together.js';
import { planKind } from '../../inspect/init-plan.js';
import { UsageError } from '../declare/operation.js';

const largestExclusionsBytes = 4 * 1024 * 1024;

/** The plan in a text, with paths relative to the file it will be saved to. */
export async function planToSave(text: string | undefined, file: string): Promise<LoadedPlan> {
  if (text === undefined || !isPlanText(text))
    throw new UsageError('with --save-plan, PLAN must be the text of a plan');
  if (!/\.ya?ml$/i.test(file)) throw new UsageError('the name of a plan file must end in .yaml');
  const plan = readPlan(text, file, (path) => {
    const exclusions = join(dirname(file), path);
    const options = { followLinks: true, largestBytes: largestExclusionsBytes };
    return { text: readRegularText(exclusions, options), file: exclusions };
  });
  return { plan, texts: new Map([[file, text]]) };
}

/** Writes a plan to its file, and replaces an existing plan. @throws OutputError if the file is not a plan. */
export async function savePlan({ plan, texts }: LoadedPlan): Promise<void> {
  const kind = await planKind();
  writeFile(plan.file, texts.get(plan.file) ?? '', () => refuseOtherKind([plan.file], kind));
}
