import { compact } from '../lists/lists.js';
import type { Certificate } from '../model/optimum.js';
import {
  boundText,
  type CountRule,
  type Goal,
  type GroupBound,
  type LimitRule,
  type OptimiseRule,
  type SumRule,
} from '../model/select-rule.js';
import { capital, countOf, formatCount, joinWords, roundTo } from '../text/words.js';
import { describeCondition, fieldWords, type PlanFields } from './field-words.js';

/** A goal as a noun: "the largest total score". */
export function goalWords(goal: Goal, fields: PlanFields): string {
  const most = goal.sense === 'maximise';
  switch (goal.kind) {
    case 'sum':
      return `the ${most ? 'largest' : 'smallest'} total ${summedWords(goal.field, fields)}`;
    case 'tasks':
      return `the ${most ? 'most' : 'fewest'} tasks`;
    case 'labels':
      return `the ${most ? 'most' : 'fewest'} different values of ${crossedWords(goal.by, fields)}`;
    case 'distance':
      return `the ${most ? 'largest' : 'smallest'} distance from the shares of ${crossedWords(goal.by, fields)} in the pool`;
  }
}

/** A rule in words: "phase × language: at least 3 of each". */
export function ruleWords(rule: LimitRule, fields: PlanFields): string {
  if (rule.kind === 'one-of') return `at most one of ${joinWords(rule.ids)}`;
  return `${ruleSubject(rule, fields)}: ${compact(boundsOf(rule)).join(', ')}`;
}

/** The quantity that a rule limits: "phase × language". */
export function ruleSubject(rule: CountRule | SumRule, fields: PlanFields): string {
  const where = rule.where === undefined ? undefined : describeCondition(rule.where, fields);
  if (rule.kind === 'count' && rule.by.length === 0) return where ?? 'all tasks';
  const what = rule.kind === 'sum' ? `sum of ${summedWords(rule.field, fields)}` : crossedWords(rule.by, fields);
  return where === undefined ? what : `${what} where ${where}`;
}

function boundsOf(rule: CountRule | SumRule): readonly (string | undefined)[] {
  if (rule.kind === 'sum') return [numberWords('at least', rule.atLeast), numberWords('at most', rule.atMost)];
  const whole = rule.by.length === 0;
  if (isExact(rule)) return [boundWords('exactly', rule.atLeast, whole)];
  return [boundWords('at least', rule.atLeast, whole), boundWords('at most', rule.atMost, whole)];
}

/** Whether both bounds are the same, as with `exactly`. */
export function isExact({ atLeast, atMost }: CountRule): boolean {
  return atLeast !== undefined && sameBound(atLeast, atMost);
}

export function summedWords(field: string, fields: PlanFields): string {
  if (field === 'run.cost_usd') return 'run cost in dollars';
  return field === 'run.seconds' ? 'run time in seconds' : fieldWords(field, fields);
}

/** "phase × language". */
export function crossedWords(by: readonly string[], fields: PlanFields): string {
  return by.map((field) => fieldWords(field, fields)).join(' × ');
}

export function optimiseLabel({ goal, rules, scope }: OptimiseRule, fields: PlanFields): string {
  const all = scope === 'plan' ? ' over all benchmarks' : '';
  return `Optimised${all}: ${goalWords(goal, fields)}, ${countOf(rules.length, 'rule')}`;
}

/** The optimisation in sentences; `take` is the number of tasks, if the plan gives one. */
export function optimiseSentences(rule: OptimiseRule, take: number | undefined, fields: PlanFields): string[] {
  if (rule.scope === 'plan')
    return [
      `Tasks from all benchmarks are chosen together for ${goalWords(rule.goal, fields)}, subject to ${countOf(rule.rules.length, 'rule')}.`,
    ];
  const tasks = take === undefined ? 'Any number of tasks' : countOf(take, 'task');
  const rules = rule.rules.map((each) => ruleWords(each, fields));
  const under = rules.length === 0 ? '' : `, subject to these rules: ${rules.join('; ')}`;
  return [
    `${tasks} ${take === 1 ? 'is' : 'are'} chosen for ${goalWords(rule.goal, fields)}${under}.`,
    'Ties are broken by the smallest sum of random numbers.',
  ];
}

function sameBound(a: GroupBound, b: GroupBound | undefined): boolean {
  if (b === undefined || a.otherwise !== b.otherwise || a.values.size !== b.values.size) return false;
  return [...a.values].every(([name, count]) => b.values.get(name) === count);
}

function numberWords(words: string, value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${words} ${formatCount(value)}`;
}

function boundWords(words: string, bound: GroupBound | undefined, whole: boolean): string | undefined {
  if (bound === undefined) return undefined;
  const named = [...bound.values].map(([name, count]) => `${boundText(count)} of ${name}`);
  const others = bound.otherwise === undefined ? [] : [`${boundText(bound.otherwise)}${eachWords(bound, whole)}`];
  return `${words} ${joinWords([...named, ...others])}`;
}

/** The labels to which `otherwise` applies. */
export function eachWords({ values }: GroupBound, whole: boolean): string {
  return whole ? '' : values.size === 0 ? ' of each' : ' of every other';
}

export function optimumSentence({ goal, value, bound, status, gap, timeLimit, solver }: Certificate): string {
  const reached = `${capital(goal)} is ${figure(value)}`;
  if (status === 'optimal') {
    return `${reached}. ${solver} proved that no selection satisfying the rules is better (bound ${figure(bound)}, gap 0).`;
  }
  if (gap === 0)
    return `${reached}. ${solver} proved that no selection satisfying the rules is better (gap 0). It ran out of time (${formatCount(timeLimit ?? 0)} seconds) before it could break ties between equally good selections, so another machine may select other tasks.`;
  const most = Number.isFinite(bound)
    ? `no selection can go beyond ${figure(bound)} (gap ${Number((100 * gap).toPrecision(2))}%)`
    : 'no bound is known';
  return `${reached}, the best that ${solver} found within ${formatCount(timeLimit ?? 0)} seconds; ${most}. Another machine may select other tasks.`;
}

export const optimisedClaim =
  'An optimised selection is purposive: its tasks have no known probability of selection. To estimate results for the pool, group the tasks and draw them at random instead. To balance several fields at once, use draw: { method: cube }.';

function figure(value: number): string {
  return formatCount(roundTo(value, 6));
}
