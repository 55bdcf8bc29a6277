import type { GroupRule, SelectRule } from '../model/plan.js';
import { countOf } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';
import { describeCondition } from './describe-condition.js';
import { describeOrder, describePreference } from './describe-preference.js';
import { fieldWords, type PlanFields } from './field-words.js';

/** A strategy in a few words, for a table cell: "Proportional by repo, most files changed first". */
export function strategyLabel(rule: SelectRule, fields: PlanFields): string {
  const only = rule.where === undefined ? '' : ` where ${describeCondition(rule.where, fields)}`;
  if (rule.take === 'all' && rule.group === undefined) return `All${only === '' ? ' selected' : only}`;
  const [first] = rule.prefer;
  const order = first === undefined ? '' : `${describePreference(first, fields)} first`;
  const group = rule.group;
  const start = group === undefined ? 'By rank' : `${shareLabels[group.share]} by ${fieldWords(group.by, fields)}`;
  const added = rule.ensure.length === 0 ? '' : '; diversity check';
  return `${start}${only}, ${order}${added}`;
}

/** A strategy as sentences, from the eligible tasks to the last check. */
export function strategySentences(rule: SelectRule, fields: PlanFields): string[] {
  const sentences: string[] = [];
  if (rule.where !== undefined)
    sentences.push(`Only tasks where ${describeCondition(rule.where, fields)} are eligible.`);
  if (rule.take === 'all' && rule.group === undefined) sentences.push('Every eligible task is taken.');
  else sentences.push(...shareSentences(rule, fields));
  for (const ensure of rule.ensure) {
    const by = fieldWords(ensure.by, fields);
    const inTurn = ensure.values.length > 1 ? ' in turn' : '';
    sentences.push(
      `Then, for ${by} ${joinWords(ensure.values)}${inTurn}, while fewer than ${ensure.atLeast} are selected, one is added by ${describeOrder(ensure.prefer, fields)}.`,
    );
  }
  return sentences;
}

const shareLabels = {
  proportional: 'Proportional',
  equal: 'Equal',
  'square-root': 'By square root of size',
  'in-order': 'In order',
} as const;

function shareSentences(rule: SelectRule, fields: PlanFields): string[] {
  const order = describeOrder(rule.prefer, fields);
  const wanted =
    rule.take === 'all' ? 'All tasks are' : `${countOf(rule.take, 'task')} ${rule.take === 1 ? 'is' : 'are'}`;
  if (rule.group === undefined) return [`${wanted} taken by ${order}.`];
  const by = fieldWords(rule.group.by, fields);
  return [`${wanted} shared among the groups by ${by} ${describeShare(rule.group)}`, `Within a group: ${order}.`];
}

function describeShare(group: GroupRule): string {
  const most = group.atMost === undefined ? '' : `, at most ${group.atMost} each`;
  const least = group.atLeast === 0 ? '' : `, at least ${group.atLeast} each`;
  if (group.share === 'in-order') return `by filling ${group.order.join(', then ')}, then any other${least}${most}.`;
  return `${shareWords[group.share]}${least}${most}; ${roundingWords[group.rounding]}.`;
}

const shareWords = {
  proportional: 'in proportion to their tasks',
  equal: 'equally',
  'square-root': 'in proportion to the square root of their tasks',
} as const;

const roundingWords = {
  webster: 'shares become whole numbers by Webster’s method',
  'largest-remainder': 'shares become whole numbers by largest remainder',
  'largest-group':
    'each gets the whole part of its share of what the minimum leaves, and what rounding leaves goes one each to the largest groups',
} as const;
