import { drawDesignOf } from '../draws/draws.js';
import { boundText, type DrawRule, type GroupBound, type SelectRule, type ShareRule } from '../model/select-rule.js';
import { roundingOf } from '../roundings/roundings.js';
import { shareDesignOf } from '../shares/shares.js';
import { countOf, formatCount, joinWords } from '../text/words.js';
import { optimiseLabel, optimiseSentences } from './describe-optimise.js';
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
      : `, ${drawLabel(rule.draw, fields)}`;
  const group = rule.group;
  const whole = rule.draw === undefined ? 'By rank' : 'Drawn';
  const start =
    group === undefined ? whole : `${shareDesignOf(group).words.label(group)} by ${fieldWords(group.by, fields)}`;
  const pinned = rule.pin.length === 0 ? '' : `; ${rule.pin.length} pinned`;
  const added = rule.ensure.length === 0 ? '' : '; diversity check';
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
  } else if (rule.take === 'all' && rule.group === undefined) sentences.push('Every eligible task is taken.');
  else sentences.push(...pinSentences(rule, fields), ...shareSentences(rule, fields));
  for (const ensure of rule.ensure) {
    const by = fieldWords(ensure.by, fields);
    sentences.push(
      `Tasks are then added by ${describeOrder(ensure.prefer, fields)}, until ${by} ${joinWords(ensure.values)} ${ensure.values.length > 1 ? 'have' : 'has'} at least ${ensure.atLeast}${ensure.values.length > 1 ? ' each' : ''}.`,
    );
  }
  return sentences;
}

function pinSentences({ pin, pinWhere = [] }: SelectRule, fields: PlanFields): string[] {
  const rules = pinWhere.map((where) => `every eligible task where ${describeCondition(where, fields)}`);
  const which = rules.length === 0 ? '' : `, among them ${joinWords(rules)},`;
  return pin.length === 0
    ? []
    : [
        `${countOf(pin.length, 'task')}${which} ${pin.length === 1 ? 'is' : 'are'} pinned and therefore always selected.`,
      ];
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
    return drawn === undefined ? [`${wanted} taken by ${order}.`] : [`${wanted} drawn: ${drawn}`];
  }
  const by = fieldWords(rule.group.by, fields);
  const places =
    take === 'all' ? `All${others} places` : `${formatCount(take)}${others} ${take === 1 ? 'place' : 'places'}`;
  return [
    `${places} ${take === 1 ? 'is' : 'are'} allocated by ${by} ${describeShare(rule.group)}`,
    `Within a group: ${drawn ?? `${order}.`}`,
  ];
}

/** The end of a sentence about the division of places. */
export function describeShare(group: ShareRule): string {
  const bounds = `${boundsText('at least', group.atLeast)}${boundsText('at most', group.atMost)}`;
  return shareDesignOf(group).words.sentence(group, bounds, roundingOf(group).words);
}

function boundsText(words: string, bound: GroupBound | undefined): string {
  if (bound === undefined) return '';
  const named = [...bound.values].map(
    ([name, places]) => `${boundText(places)} for ${name === '' ? 'tasks that have none' : name}`,
  );
  const others =
    bound.otherwise === undefined || bound.otherwise === 0
      ? []
      : [`${boundText(bound.otherwise)} ${named.length === 0 ? 'each' : 'for the others'}`];
  return named.length + others.length === 0 ? '' : `, ${words} ${joinWords([...named, ...others])}`;
}

/** A few words for a table cell: "at random", "balanced over lines changed". */
export function drawLabel(draw: DrawRule, fields: PlanFields): string {
  return drawDesignOf(draw).words.label(byWords(draw, fields));
}

function byWords({ by }: DrawRule, fields: PlanFields): string {
  return joinWords(by.map((field) => fieldWords(field, fields)));
}
