import { drawDesignOf, standInOrder } from '../draws/draws.js';
import { compact } from '../lists/lists.js';
import {
  boundText,
  type DrawRule,
  type GroupBound,
  type Preference,
  type SelectRule,
  type ShareRule,
} from '../model/select-rule.js';
import type { Choice } from '../model/selection.js';
import { fieldValue, randomField, type ScoredTask } from '../model/task.js';
import { roundingOf } from '../roundings/roundings.js';
import { shareDesignOf } from '../shares/shares.js';
import { countOf, formatCount, joinWords, ordinal } from '../text/words.js';
import { goalWords, optimiseLabel, optimiseSentences } from './describe-optimise.js';
import { describeCondition, describeOrder, describePreference, fieldWords, type PlanFields } from './field-words.js';

/** A few words for a table cell: "Proportional by repo: most files changed, then highest score". */
export function strategyLabel(rule: SelectRule, fields: PlanFields): string {
  const label = plainLabel(rule, fields);
  return rule.why === undefined ? label : `${label} (${rule.why})`;
}

function plainLabel(rule: SelectRule, fields: PlanFields): string {
  if (rule.optimise !== undefined) return optimiseLabel(rule.optimise, fields);
  const only = rule.where === undefined ? '' : ` where ${describeCondition(rule.where, fields)}`;
  if (rule.take === 'all' && rule.group === undefined) return `All${only === '' ? ' selected' : only}`;
  const order =
    rule.draw === undefined
      ? `: ${rule.prefer.map((preference) => describePreference(preference, fields)).join(', then ')}`
      : `${rule.group === undefined && only === '' ? '' : ','} ${drawLabel(rule.draw, fields)}`;
  const group = rule.group;
  const whole = rule.draw === undefined ? 'By rank' : 'Drawn';
  const start =
    group === undefined ? whole : `${shareDesignOf(group).words.label(group)} by ${fieldWords(group.by, fields)}`;
  const pinned = rule.pin.length === 0 ? '' : `; ${rule.pin.length} pinned`;
  const added = rule.ensure.length === 0 ? '' : '; then diversity check';
  return `${start}${only}${order}${pinned}${added}`;
}

/** The strategy in sentences, from the eligible tasks to the last check. */
export function strategySentences(rule: SelectRule, fields: PlanFields): string[] {
  const sentences: string[] = [];
  if (rule.where !== undefined)
    sentences.push(`Only tasks where ${describeCondition(rule.where, fields)} are eligible.`);
  if (rule.optimise !== undefined) {
    const own = rule.optimise.scope === 'plan' ? rule.optimise.take : rule.take;
    sentences.push(
      ...pinSentences(rule, fields),
      ...optimiseSentences(rule.optimise, own === 'all' ? undefined : own, fields),
    );
  } else if (rule.take === 'all' && rule.group === undefined) sentences.push('Every eligible task is selected.');
  else sentences.push(...pinSentences(rule, fields), ...shareSentences(rule, fields));
  // Without a purpose or a goal, the order says that these tasks come first.
  if (rule.keep !== undefined && (rule.purpose ?? rule.optimise) !== undefined)
    sentences.push(
      `At most ${countOf(rule.keep.newAtMost, 'task')} may be new since the previous version, unless more have left it.`,
    );
  for (const ensure of rule.ensure) {
    const by = fieldWords(ensure.by, fields);
    sentences.push(
      `Tasks are then added (${describeOrder(ensure.prefer, fields)}) until ${joinWords(ensure.values)} (${by}) ${ensure.values.length > 1 ? 'each have' : 'has'} at least ${ensure.atLeast}.`,
    );
  }
  return sentences;
}

function pinSentences({ pin, pinWhere = [] }: SelectRule, fields: PlanFields): string[] {
  const rules = pinWhere.map((where) => `every eligible task where ${describeCondition(where, fields)}`);
  const which = rules.length === 0 ? '' : `, including ${joinWords(rules)}`;
  return pin.length === 0
    ? []
    : [`${countOf(pin.length, 'task')} ${pin.length === 1 ? 'is' : 'are'} pinned and always selected${which}.`];
}

function shareSentences(rule: SelectRule, fields: PlanFields): string[] {
  const { draw } = rule;
  const order = describeOrder(rule.prefer, fields);
  const drawn = draw && drawDesignOf(draw).words.sentence(byWords(draw, fields), `seed ${draw.seed}`);
  const take = rule.take === 'all' ? 'all' : rule.take - rule.pin.length;
  const others = rule.pin.length === 0 ? '' : ' more';
  const wanted =
    take === 'all' ? `All${others} tasks are` : `${formatCount(take)}${others} ${take === 1 ? 'task is' : 'tasks are'}`;
  if (rule.group === undefined) {
    return drawn === undefined ? [`${wanted} selected by rank: ${order}.`] : [`${wanted} drawn ${drawn}`];
  }
  const by = fieldWords(rule.group.by, fields);
  const places =
    take === 'all' ? `All${others} places` : `${formatCount(take)}${others} ${take === 1 ? 'place' : 'places'}`;
  return [
    `${places} ${take === 1 ? 'is' : 'are'} allocated by ${by} ${describeShare(rule.group)}`,
    `Within a group, ${drawn === undefined ? `the order is ${order}.` : `tasks are drawn ${drawn}`}`,
  ];
}

/** The end of a sentence about the division of places. */
export function describeShare(group: ShareRule): string {
  const bounds = compact([boundsText('at least', group.atLeast), boundsText('at most', group.atMost)]);
  const words = bounds.length === 0 ? '' : `, with ${joinWords(bounds)}`;
  return shareDesignOf(group).words.sentence(group, words, roundingOf(group).words);
}

function boundsText(words: string, bound: GroupBound | undefined): string | undefined {
  if (bound === undefined) return undefined;
  const named = [...bound.values].map(
    ([name, places]) => `${boundText(places)} for ${name === '' ? 'tasks without one' : name}`,
  );
  const others =
    bound.otherwise === undefined || bound.otherwise === 0
      ? []
      : [`${boundText(bound.otherwise)} ${named.length === 0 ? 'each' : 'for every other group'}`];
  return named.length + others.length === 0 ? undefined : `${words} ${joinWords([...named, ...others])}`;
}

/** A few words for a table cell: "at random", "balanced over lines changed". */
export function drawLabel(draw: DrawRule, fields: PlanFields): string {
  return drawDesignOf(draw).words.label(byWords(draw, fields));
}

function byWords({ by }: DrawRule, fields: PlanFields): string {
  return joinWords(by.map((field) => fieldWords(field, fields)));
}

/** The reason for a selection: "2nd of 96 in ansible/ansible by files changed (11); 5 selected". */
export function describeChoice(choice: Choice, fields: PlanFields): string {
  const place = describePlace(choice, fields);
  if (choice.ensured === undefined) return place;
  const { rule, value, before } = choice.ensured;
  const by = fieldWords(rule.by, fields);
  return `added because ${by} ${value} needs at least ${rule.atLeast} (${before} before): best remaining by ${describeOrder(rule.prefer, fields)}; ${place}`;
}

function describePlace(choice: Choice, fields: PlanFields): string {
  const { group, rank, benchmark } = choice;
  if (group.pinned) return 'pinned by the plan';
  if (benchmark.select.optimise !== undefined) return describeOptimal(choice, fields);
  const size = group.size;
  const { draw } = benchmark.select;
  if (draw !== undefined && !standInOrder(draw)) return describeDrawn(choice, draw, fields);
  const all = size === 1 ? 'the only task' : `all ${size} selected`;
  const taken = group.allocated === size ? all : `${group.allocated} selected`;
  const where = benchmark.select.group === undefined ? '' : ` in ${groupName(choice, fields)}`;
  return `${ordinal(rank)} of ${size}${where} by ${describeKeys(choice, fields)}; ${taken}`;
}

/** An optimisation chooses all tasks together, so no task has a rank. */
function describeOptimal({ group, rank, benchmark }: Choice, fields: PlanFields): string {
  const { optimise } = benchmark.select;
  const goal = optimise === undefined ? '' : ` for ${goalWords(optimise.goal, fields)}`;
  const whether = rank <= group.allocated ? 'one of' : 'not one of the';
  return `${whether} ${group.allocated} chosen from ${formatCount(group.size)}${goal}`;
}

function describeDrawn(choice: Choice, draw: DrawRule, fields: PlanFields): string {
  const { group, rank, probability } = choice;
  const where = choice.benchmark.select.group === undefined ? '' : ` in ${groupName(choice, fields)}`;
  const chance = probability === undefined ? '' : ` (probability ${Number(probability.toPrecision(4))})`;
  const whether = rank <= group.allocated ? 'one of' : 'not one of the';
  return `${whether} ${group.allocated} drawn from ${group.size}${where}: ${drawLabel(draw, fields)}${chance}`;
}

function groupName({ group, benchmark }: Choice, fields: PlanFields): string {
  const by = benchmark.select.group?.by ?? '';
  if (group.key === undefined) return `tasks without ${fieldWords(by, fields)}`;
  return fields.get(by)?.isDifficulty === true ? `band ${group.key}` : group.key;
}

function describeKeys({ task, benchmark, keysNeeded }: Choice, fields: PlanFields): string {
  const keys = benchmark.select.prefer.slice(0, keysNeeded).map((preference) => keyText(task, preference, fields));
  if (keysNeeded > benchmark.select.prefer.length) keys.push('id');
  return keys.join(', then ');
}

function keyText(task: ScoredTask, preference: Preference, fields: PlanFields): string {
  if (preference.kind === 'kept') return `previous version (${preference.ids.has(task.id) ? 'yes' : 'no'})`;
  const { field } = preference;
  const value = fieldValue(task, field);
  const shown =
    field === randomField.name
      ? Number(value).toFixed(4)
      : typeof value === 'number'
        ? formatCount(value)
        : (value ?? 'unknown');
  return `${fieldWords(field, fields)} (${shown})`;
}
