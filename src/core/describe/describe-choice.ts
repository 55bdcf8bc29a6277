import { standInOrder } from '../draws/draws.js';
import type { DrawRule, Preference } from '../model/select-rule.js';
import type { Choice } from '../model/selection.js';
import { fieldValue, randomField, type ScoredTask } from '../model/task.js';
import { formatCount, ordinal } from '../text/words.js';
import { goalWords } from './describe-optimise.js';
import { drawLabel } from './describe-strategy.js';
import { describeOrder, fieldWords, type PlanFields } from './field-words.js';

/** The reason for a selection: "2nd of 96 in ansible/ansible by files changed (11); 5 taken". */
export function describeChoice(choice: Choice, fields: PlanFields): string {
  const place = describePlace(choice, fields);
  if (choice.ensured === undefined) return place;
  const { rule, value, before } = choice.ensured;
  const by = fieldWords(rule.by, fields);
  return `added so that ${by} ${value} has at least ${rule.atLeast} (${before} before): best left by ${describeOrder(rule.prefer, fields)}; ${place}`;
}

function describePlace(choice: Choice, fields: PlanFields): string {
  const { group, rank, benchmark } = choice;
  if (group.pinned) return 'pinned by the plan';
  if (benchmark.select.optimise !== undefined) return describeOptimal(choice, fields);
  const size = group.size;
  const { draw } = benchmark.select;
  if (draw !== undefined && !standInOrder(draw)) return describeDrawn(choice, draw, fields);
  const all = size === 1 ? 'the only one' : `all ${size} taken`;
  const taken = group.allocated === size ? all : `${group.allocated} taken`;
  const where = benchmark.select.group === undefined ? '' : ` in ${groupName(choice, fields)}`;
  return `${ordinal(rank)} of ${size}${where} by ${describeKeys(choice, fields)}; ${taken}`;
}

/** An optimisation chooses all tasks together, so no task has a rank. */
function describeOptimal({ group, rank, benchmark }: Choice, fields: PlanFields): string {
  const { optimise } = benchmark.select;
  const goal = optimise === undefined ? '' : ` for ${goalWords(optimise.goal, fields)}`;
  const whether = rank <= group.allocated ? 'chosen' : 'not chosen';
  return `${whether}${goal}: ${group.allocated} of ${formatCount(group.size)}`;
}

function describeDrawn(choice: Choice, draw: DrawRule, fields: PlanFields): string {
  const { group, rank, probability } = choice;
  const where = choice.benchmark.select.group === undefined ? '' : ` in ${groupName(choice, fields)}`;
  const chance = probability === undefined ? '' : ` (chance ${Number(probability.toPrecision(4))})`;
  const whether = rank <= group.allocated ? 'drawn' : 'not drawn';
  return `${whether} ${drawLabel(draw, fields)}${chance}: ${group.allocated} of ${group.size}${where}`;
}

function groupName({ group, benchmark }: Choice, fields: PlanFields): string {
  return group.key ?? `no ${fieldWords(benchmark.select.group?.by ?? '', fields)}`;
}

function describeKeys({ task, benchmark, keysNeeded }: Choice, fields: PlanFields): string {
  const keys = benchmark.select.prefer.slice(0, keysNeeded).map((preference) => keyText(task, preference, fields));
  if (keysNeeded > benchmark.select.prefer.length) keys.push('id');
  return keys.join(', then ');
}

function keyText(task: ScoredTask, { field }: Preference, fields: PlanFields): string {
  const value = fieldValue(task, field);
  const shown =
    field === randomField.name
      ? Number(value).toFixed(4)
      : typeof value === 'number'
        ? formatCount(value)
        : (value ?? 'unknown');
  return `${fieldWords(field, fields)} (${shown})`;
}
