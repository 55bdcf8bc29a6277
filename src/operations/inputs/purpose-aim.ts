import { type Fault, PlanError } from '../../core/model/errors.js';
import type { ResultSettings } from '../../core/model/result-settings.js';
import { budgetPattern, pointsPattern } from '../../core/model/select-rule.js';
import { purposes } from '../../core/purposes/purposes.js';
import { didYouMean } from '../../core/text/nearest-name.js';
import type { PurposeAim } from '../../inspect/draft-plan.js';

/** The options of a purpose. */
export interface PurposeInput {
  readonly purpose?: string | undefined;
  readonly prior?: readonly string[] | undefined;
  readonly take?: number | undefined;
  readonly precision?: string | undefined;
  readonly detect?: string | undefined;
  readonly budget?: string | undefined;
  /** How the earlier results are read. */
  readonly reading?: ResultSettings;
}

/** The purpose that the flags ask for; undefined without one. @throws PlanError with every wrong flag. */
export function purposeAim({ purpose, prior = [], reading = {}, ...size }: PurposeInput): PurposeAim | undefined {
  const faults: Fault[] = [];
  const fault = (message: string, hint: string) => faults.push({ code: 'usage', message, hint });
  const names = purposes.map(({ name }) => name);
  const { take, precision, detect, budget } = size;
  const given = Object.entries({ take, precision, detect, budget }).filter(([, value]) => value !== undefined);
  if (purpose === undefined) {
    const alone = [
      ...(prior.length > 0 ? ['prior'] : []),
      ...Object.keys(reading).map((key) => key.replace('_', '-')),
      ...given.map(([key]) => key).filter((key) => key !== 'take'),
    ];
    for (const key of alone) fault(`--${key} needs a purpose.`, `Give --purpose ${names.join('|')}.`);
  } else {
    if (!names.includes(purpose))
      fault(`there is no purpose "${purpose}".${didYouMean(purpose, names)}`, `Known: ${names.join(', ')}.`);
    if (prior.length === 0)
      fault('a purpose is learned from results of earlier systems.', 'Give them: --prior RESULTS.');
    if (given.length > 1)
      fault(`${given.map(([key]) => `--${key}`).join(' and ')} both set the number of tasks.`, 'Give one of them.');
    for (const [key, value] of [
      ['precision', precision],
      ['detect', detect],
    ] as const)
      if (value !== undefined && !pointsPattern.test(value))
        fault(`--${key} must have the form "4 points"; found "${value}".`, `For example: --${key} '4 points'.`);
    if (budget !== undefined && !budgetPattern.test(budget))
      fault(`--budget must have the form "$300" or "6 hours"; found "${budget}".`, "For example: --budget '$300'.");
  }
  if (faults.length > 0) throw new PlanError(faults);
  return purpose === undefined ? undefined : { name: purpose, prior, reading, size: Object.fromEntries(given) };
}
