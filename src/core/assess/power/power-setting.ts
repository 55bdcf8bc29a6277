import { WinnowError } from '../../model/errors.js';
import type { Fault } from '../../model/fault.js';
import { usualGoal } from '../../statistics/power.js';
import type { PowerOptions } from './power-assessment.js';

/** Options with every default filled in. */
export interface PowerSetting {
  readonly power: number;
  readonly alpha: number;
  readonly contrasts: number;
  readonly level: number;
  readonly repeats: number;
  readonly wanted: number | undefined;
  readonly discordance: number | undefined;
  readonly costs: { readonly perTask: number; readonly perRun: number } | undefined;
}

const most = { repeats: 100, configurations: 1000 } as const;
const asShare = 'Give a share: 0.15 for 15 points.';

/** @throws WinnowError with every option that is out of range. */
export function powerSetting(options: PowerOptions): PowerSetting {
  const {
    power = usualGoal.power,
    alpha = usualGoal.level,
    difference,
    discordance,
    repeats = 1,
    configurations = 2,
  } = options;
  const { taskCost, runCost } = options;
  const faults: Fault[] = [];
  const check = (isRight: boolean, option: string, expected: string, found: number | undefined, hint?: string) => {
    const message = `${option} must be ${expected}; found ${found ?? 'nothing'}.`;
    if (!isRight) faults.push({ code: `assess/${option}`, message, ...(hint === undefined ? {} : { hint }) });
  };
  check(alpha > 0 && alpha < 0.5, 'alpha', 'above 0 and below 0.5', alpha, `By custom it is ${usualGoal.level}.`);
  check(power > alpha && power < 1, 'power', 'above alpha and below 1', power, `By custom it is ${usualGoal.power}.`);
  check(
    difference === undefined || (difference > 0 && difference <= 1),
    'difference',
    'above 0 and at most 1',
    difference,
    asShare,
  );
  check(
    discordance === undefined || (discordance > 0 && discordance <= 1),
    'discordance',
    'above 0 and at most 1',
    discordance,
    asShare,
  );
  if (difference !== undefined && discordance !== undefined && difference <= 1 && discordance > 0) {
    const hint = 'Two configurations cannot differ by more tasks than they disagree on.';
    check(difference <= discordance, 'difference', `at most the discordance, ${discordance}`, difference, hint);
  }
  check(isWhole(repeats, 1, most.repeats), 'repeats', `a whole number from 1 to ${most.repeats}`, repeats);
  check(
    isWhole(configurations, 2, most.configurations),
    'configurations',
    `a whole number from 2 to ${most.configurations}`,
    configurations,
  );
  if (taskCost !== undefined || runCost !== undefined) {
    const hint = 'Give both costs, in any one unit.';
    check(taskCost !== undefined && taskCost >= 0 && taskCost < Infinity, 'task-cost', '0 or more', taskCost, hint);
    check(runCost !== undefined && runCost > 0 && runCost < Infinity, 'run-cost', 'above 0', runCost, hint);
  }
  if (faults.length > 0) throw new WinnowError(faults);
  const contrasts = (configurations * (configurations - 1)) / 2;
  const costs = taskCost === undefined || runCost === undefined ? undefined : { perTask: taskCost, perRun: runCost };
  return { power, alpha, contrasts, level: alpha / contrasts, repeats, wanted: difference, discordance, costs };
}

function isWhole(value: number, from: number, to: number): boolean {
  return Number.isSafeInteger(value) && value >= from && value <= to;
}
