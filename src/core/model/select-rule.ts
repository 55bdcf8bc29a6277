import type { Fault } from './errors.js';
import { type AnyTask, fieldValue } from './task.js';

/** How tasks are selected: eligible tasks → pins → groups → allocation → order or draw → ensure. */
export interface SelectRule {
  readonly take: number | 'all';
  /** The author's reason for the strategy, in a few words. */
  readonly why?: string | undefined;
  /** Whether the benchmark gets a share of the plan's `total` instead of its own number of tasks. */
  readonly takesShare: boolean;
  /** Only tasks that meet this condition can be selected. */
  readonly where: Condition | undefined;
  /** Tasks that are always selected; they count towards `take`. Any of their names is valid. */
  readonly pin: readonly string[];
  /** Eligible tasks that meet any of these conditions are always selected. */
  readonly pinWhere?: readonly Condition[] | undefined;
  /** Undefined means that the whole benchmark is one group. */
  readonly group: GroupRule | undefined;
  readonly prefer: readonly Preference[];
  /** How tasks are drawn at random; undefined if they are ranked by `prefer`. */
  readonly draw: DrawRule | undefined;
  readonly ensure: readonly EnsureRule[];
  /** The purpose of the results, from which Winnow derives group, order and draw. */
  readonly purpose: PurposeRule | undefined;
  /** The number of tasks required and allowed for each label. */
  readonly quota: QuotaRule | undefined;
  /** The previous version that a ranked or optimised selection stays close to. */
  readonly keep?: KeepRule | undefined;
  /** A goal and rules that choose the tasks, instead of groups, order and draw. */
  readonly optimise: OptimiseRule | undefined;
}

export interface KeepRule {
  /** The ids of the tasks in the previous version; tasks that no longer exist are ignored. */
  readonly tasks: readonly string[];
  /** The maximum number of new tasks, unless more are needed to replace tasks that left. */
  readonly newAtMost: number;
  /** The places of the whole selection, when only a tier of it is filled. */
  readonly places?: number | undefined;
}

export interface PurposeRule {
  readonly name: string;
  /** Determines the number of tasks; undefined if the plan gives the number. */
  readonly target: SizeTarget | undefined;
}

export type SizeTarget =
  /** The half-width of a level's 95% interval, or the smallest difference detected with 80% power; in [0, 1]. */
  | { readonly kind: 'precision' | 'detect'; readonly size: number }
  /** The maximum total cost of all runs in US dollars, or their total duration in seconds. */
  | { readonly kind: 'budget'; readonly unit: 'usd' | 'seconds'; readonly most: number };

/** Floors and caps on a label, or on a combination of several. */
export interface QuotaRule {
  readonly by: readonly string[];
  readonly atLeast: GroupBound;
  readonly atMost: GroupBound | undefined;
}

export interface GroupRule extends ShareRule {
  /** The field, or several fields joined by " × ". */
  readonly by: string;
  /** Set if there are several fields. */
  readonly crossed?: readonly string[] | undefined;
  /** For a number field: the boundaries between groups, ascending; empty means one group per value. */
  readonly bands: readonly number[];
}

export interface ShareRule {
  /** A name in `core/shares`. */
  readonly share: string;
  /** Other settings of the share, by plan key. */
  readonly settings: ReadonlyMap<string, SettingValue>;
  readonly atLeast: GroupBound;
  /** Undefined means that a group is limited only by its number of tasks. */
  readonly atMost: GroupBound | undefined;
  /** A name in `core/roundings`. */
  readonly rounding: string;
}

/** A number, an ordered list of names, or a number for each name. */
export type SettingValue = number | readonly string[] | ReadonlyMap<string, number>;

/** Bounds on the places of groups or benchmarks; `otherwise` applies to unlisted names, Infinity means all tasks. */
export interface GroupBound {
  readonly values: ReadonlyMap<string, number>;
  readonly otherwise: number | undefined;
}

/** How tasks are drawn with known probabilities: by random numbers (`prefer: [random]`), or by the plan's `draw`. */
export interface DrawRule {
  readonly method: string;
  /** The fields the draw uses, most important first. */
  readonly by: readonly string[];
  readonly seed: string;
}

/** One sort key within a group: a field and direction, or a list of values. The id always breaks ties. */
export type Preference =
  | { readonly kind: 'field'; readonly field: string; readonly direction: 'asc' | 'desc' }
  | { readonly kind: 'values'; readonly field: string; readonly values: readonly string[] }
  /** The tasks of the previous version come first. */
  | { readonly kind: 'kept'; readonly field: 'id'; readonly ids: ReadonlySet<string> };

/** The first key by which an author ranks tasks. */
export function rankingKey({ prefer }: Pick<SelectRule, 'prefer'>): Preference | undefined {
  return prefer.find(({ kind }) => kind !== 'kept');
}

/** For each value in turn: adds the best tasks with that value until `atLeast` are selected. */
export interface EnsureRule {
  readonly by: string;
  readonly values: readonly string[];
  readonly atLeast: number;
  readonly prefer: readonly Preference[];
}

/** The fields that order tasks, by importance; none in a sample or an optimisation, apart from `ensure`. */
export function orderingFields({ draw, optimise, prefer, ensure }: SelectRule): readonly string[] {
  const orders = draw === undefined && optimise === undefined ? [prefer] : [];
  return [...orders, ...ensure.map((rule) => rule.prefer)].flatMap((order) => order.map(({ field }) => field));
}

export function groupFields({ by, crossed }: GroupRule): readonly string[] {
  return crossed ?? [by];
}

/** Names such as "below 3", "3 to 10" and "10 or more". A limit belongs to the band above it. */
export function bandNames(bands: readonly number[]): readonly string[] {
  if (bands.length === 0) return [];
  return [
    `below ${bands[0]}`,
    ...bands.map((limit, i) => (i + 1 < bands.length ? `${limit} to ${bands[i + 1]}` : `${limit} or more`)),
  ];
}

export function bandOf(value: number, bands: readonly number[]): string | undefined {
  return bandNames(bands)[bands.filter((limit) => value >= limit).length];
}

export function pinTest({ pin, pinWhere = [] }: Pick<SelectRule, 'pin' | 'pinWhere'>): (task: AnyTask) => boolean {
  const ids = new Set(pin);
  return (task) => ids.has(task.id) || pinWhere.some((condition) => conditionHolds(condition, task));
}

export function lostPin(benchmark: string, id: string, isExcluded: boolean): Fault {
  return {
    code: 'selection/pin',
    message: `benchmark "${benchmark}": task "${id}" is pinned, but ${isExcluded ? 'the plan also excludes it' : '"where" leaves it out'}.`,
    hint: `Remove the pin${isExcluded ? ' or the exclusion' : ', or change "where"'}.`,
  };
}

/** An example of a score for a plan: it maps the values of a text column to numbers, to rank tasks by "score". */
export function lookupExample(column: string, values = 'VALUE: 1, OTHER: 0.5'): string {
  // Not the column's name, because in a plan the score's name refers to the score.
  return `score: { name: own, weights: { value: 1 }, components: { value: { lookup: ${plainOrQuoted(column)}, values: { ${values} }, otherwise: 0 } } }`;
}

/** Declares the order of day and month in a column. */
export function dayFirstExample(column: string): string {
  return `fields: { ${plainOrQuoted(column)}: { kind: date, day_first: true } } for 31/12/2025, day_first: false for 12/31/2025`;
}

/** Quotes a text if a plan needs that inside braces. */
export function plainOrQuoted(text: string): string {
  return /^(?!(?:true|false|null)$)[A-Za-z](?:[\w -]*\w)?$/i.test(text) ? text : JSON.stringify(text);
}

/** Different values as a plan lists them, shortened after `most`. */
export function valueList(values: readonly string[], most = Number.POSITIVE_INFINITY): string {
  const written = [...new Set(values.map(plainOrQuoted))];
  return `[${written.slice(0, most).join(', ')}${written.length > most ? ', …' : ''}]`;
}

export function boundText(bound: number): string {
  return bound === Number.POSITIVE_INFINITY ? 'all' : String(bound);
}

export function boundFor(bound: GroupBound | undefined, key: string): number | undefined {
  return bound?.values.get(key) ?? bound?.otherwise;
}

/** "4 points", "4.5 points". */
export const pointsPattern = /^\s*(\d{1,2}(?:\.\d{1,4})?) ?points?\s*$/;

/** "$300", "300 USD", "6 hours", "90 minutes". */
export const budgetPattern = /^\s*(?:\$ ?(\d{1,9}(?:\.\d{1,2})?)|(\d{1,9}(?:\.\d{1,2})?) ?(USD|hours?|minutes?))\s*$/;

export function readTarget(written: {
  readonly precision?: string | undefined;
  readonly detect?: string | undefined;
  readonly budget?: string | undefined;
}): SizeTarget | undefined {
  for (const kind of ['precision', 'detect'] as const) {
    const [, points] = pointsPattern.exec(written[kind] ?? '') ?? [];
    if (points !== undefined) return { kind, size: Number(points) / 100 };
  }
  const [, dollars, amount, unit = ''] = budgetPattern.exec(written.budget ?? '') ?? [];
  const value = dollars ?? amount;
  if (value === undefined) return undefined;
  if (dollars !== undefined || unit === 'USD') return { kind: 'budget', unit: 'usd', most: Number(value) };
  return { kind: 'budget', unit: 'seconds', most: Number(value) * (unit.startsWith('hour') ? 3600 : 60) };
}

/** The error for a quota whose floors, or whose caps, do not add up to the number of tasks to select. */
export function quotaFault(
  benchmark: string,
  { limit, total, places }: { readonly limit: 'floors' | 'ceilings'; readonly total: number; readonly places: number },
): Fault {
  const what = limit === 'floors' ? limit : 'caps';
  const message = `benchmark "${benchmark}": the ${what} in the quota add up to ${total}, but ${places} tasks are to be selected.`;
  return { code: 'selection/quota', message, hint: 'Change the quota or the number of tasks.' };
}

/** The label of each task under a quota, and the bounds on each label. */
export interface QuotaLabels {
  readonly of: readonly number[];
  readonly names: readonly string[];
  /** The floors and caps that remain after the pinned tasks; Infinity means no cap. */
  readonly bounds: readonly { readonly size: number; readonly floor: number; readonly ceiling: number }[];
}

/** The task's label, or several crossed into one, such as "Fix × go"; a missing label is "unknown". */
export function crossedLabel(task: AnyTask, by: readonly string[]): string {
  return by.map((field) => String(fieldValue(task, field) ?? 'unknown')).join(' × ');
}

/** The labels of tasks in order of appearance; without a quota, all tasks have one label. */
export function quotaLabels(
  tasks: readonly AnyTask[],
  quota: QuotaRule | undefined,
  pinned: readonly AnyTask[] = [],
): QuotaLabels {
  const { by, atLeast, atMost } = quota ?? { by: [], atLeast: undefined, atMost: undefined };
  const numbers = new Map<string, number>();
  const of = tasks.map((task) => {
    const name = crossedLabel(task, by);
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  const sizes = Array<number>(numbers.size).fill(0);
  for (const label of of) sizes[label] = (sizes[label] ?? 0) + 1;
  const taken = new Map<string, number>();
  for (const task of pinned) taken.set(crossedLabel(task, by), (taken.get(crossedLabel(task, by)) ?? 0) + 1);
  const names = [...numbers.keys()];
  const left = (bound: number, name: string) => Math.max(0, bound - (taken.get(name) ?? 0));
  return {
    of,
    names,
    bounds: names.map((name, label) => ({
      size: sizes[label] ?? 0,
      floor: left(boundFor(atLeast, name) ?? 0, name),
      ceiling: left(boundFor(atMost, name) ?? Number.POSITIVE_INFINITY, name),
    })),
  };
}

export interface OptimiseRule {
  readonly scope: 'benchmark' | 'plan';
  readonly goal: Goal;
  /** The number of tasks across all benchmarks; undefined means any. A single benchmark uses its own `take`. */
  readonly take: number | undefined;
  readonly rules: readonly LimitRule[];
}

export type Goal =
  | { readonly kind: 'sum'; readonly sense: Sense; readonly field: string }
  | { readonly kind: 'tasks'; readonly sense: Sense }
  /**
   * The number of labels that at least one task has, or the distance of label shares from those of the eligible tasks:
   * half the sum of absolute differences. Several fields are crossed into one.
   */
  | { readonly kind: 'labels' | 'distance'; readonly sense: Sense; readonly by: readonly string[] };

type Sense = 'maximise' | 'minimise';

export type LimitRule = CountRule | SumRule | OneOfRule;

/** Floors and caps on the number of tasks with each label, or of the tasks that meet a condition. */
export interface CountRule {
  readonly kind: 'count';
  /** Several fields are crossed into one. If empty, the rule counts all tasks that meet the condition. */
  readonly by: readonly string[];
  /** For a number field: the boundaries between bands, ascending. */
  readonly bands: readonly number[];
  readonly where: Condition | undefined;
  readonly atLeast: GroupBound | undefined;
  readonly atMost: GroupBound | undefined;
}

/** Bounds on the sum of a field, such as a budget. */
export interface SumRule {
  readonly kind: 'sum';
  readonly field: string;
  readonly where: Condition | undefined;
  /** The value for tasks without the field; if undefined, such a task is an error. */
  readonly unknown: number | undefined;
  readonly atLeast: number | undefined;
  readonly atMost: number | undefined;
}

/** At most one of these tasks may be selected; any of their names is valid. */
export interface OneOfRule {
  readonly kind: 'one-of';
  readonly ids: readonly string[];
}

/** The names that sums use for the expected cost and duration of a run. */
export const runFields = ['run.cost_usd', 'run.seconds'] as const;

export function optimisedFields({ goal, rules }: OptimiseRule): readonly string[] {
  const own = goal.kind === 'sum' ? [goal.field] : goal.kind === 'tasks' ? [] : goal.by;
  return [
    ...own,
    ...rules.flatMap((rule) => {
      if (rule.kind === 'one-of') return [];
      const tested = (rule.where ?? []).map(({ field }) => field);
      return rule.kind === 'sum' ? [rule.field, ...tested] : [...rule.by, ...tested];
    }),
  ];
}

/** All tests must pass. If the task lacks the field, only `not` and `lacks` pass. */
export type Condition = readonly FieldTest[];

/** One test on one field; undefined parts are not tested. */
export interface FieldTest {
  readonly field: string;
  readonly oneOf: readonly string[] | undefined;
  /** For a list: one of these words must be in it. */
  readonly has?: readonly string[] | undefined;
  /** The field must not have any of these values, but may be missing. */
  readonly not?: readonly string[] | undefined;
  /** The text must contain one of these strings; case-sensitive. */
  readonly contains?: readonly string[] | undefined;
  /** The text must not contain any of these strings, but may be missing. */
  readonly lacks?: readonly string[] | undefined;
  readonly above: Bound | undefined;
  readonly atLeast: Bound | undefined;
  readonly below: Bound | undefined;
  readonly atMost: Bound | undefined;
}

/** A number, or a date as YYYY-MM-DD, which sorts as text. */
export type Bound = number | string;

/** An undefined condition is true for every task. */
export function conditionHolds(condition: Condition | undefined = [], task: AnyTask): boolean {
  return condition.every((test) => testHolds(test, task));
}

/** The values of a field at which the result of a condition changes; NaN for a label that is not a number. */
export function conditionBounds(condition: Condition, field: string): readonly number[] {
  return condition
    .filter((test) => test.field === field)
    .flatMap(({ oneOf, not, above, atLeast, below, atMost }) => [
      ...(oneOf ?? not ?? []).map(Number),
      ...[above, atLeast, below, atMost].filter((bound) => typeof bound === 'number'),
    ]);
}

function testHolds(test: FieldTest, task: AnyTask): boolean {
  const { field, oneOf, has, not, contains, lacks, above, atLeast, below, atMost } = test;
  const value = fieldValue(task, field);
  const isPart = (text: string) => value !== undefined && String(value).includes(text);
  if (lacks?.some(isPart) || contains?.some(isPart) === false) return false;
  const own = task.lists?.[field] ?? (value === undefined ? [] : [String(value)]);
  if (not?.some((each) => own.includes(each))) return false;
  if (has !== undefined) return has.some((word) => task.lists?.[field]?.includes(word));
  const bounds = [above, atLeast, below, atMost].filter((bound) => bound !== undefined);
  if ((not ?? contains ?? lacks) !== undefined && bounds.length === 0) return true;
  if (value === undefined) return false;
  if (oneOf !== undefined) return oneOf.includes(String(value));
  // A text is never compared with a number.
  if (bounds.some((bound) => typeof bound !== typeof value)) return false;
  return (
    (above === undefined || value > above) &&
    (atLeast === undefined || value >= atLeast) &&
    (below === undefined || value < below) &&
    (atMost === undefined || value <= atMost)
  );
}

/** A condition as written in a plan: a test for each field. */
export type WrittenCondition = Readonly<Record<string, WrittenTest>>;

/** A test as written in a plan: a value, a list of values, or several tests that must all pass. */
export type WrittenTest = string | number | readonly (string | number)[] | WrittenTests;

export interface WrittenTests {
  readonly above?: Bound | undefined;
  readonly at_least?: Bound | undefined;
  readonly below?: Bound | undefined;
  readonly at_most?: Bound | undefined;
  /** One of several words is enough. */
  readonly has?: string | readonly string[] | undefined;
  /** One of several strings is enough. */
  readonly contains?: string | readonly string[] | undefined;
  readonly not?: string | number | readonly (string | number)[] | Pick<WrittenTests, 'contains'> | undefined;
}

/** Expands the shorthand of a written condition. */
export function resolveCondition(written: WrittenCondition): Condition {
  return Object.entries(written).map(([field, test]): FieldTest => {
    const tests = isTests(test) ? test : {};
    const { above, at_least: atLeast, below, at_most: atMost, has, contains, not } = tests;
    return {
      field,
      oneOf: isTests(test) ? undefined : [test].flat().map(String),
      above,
      atLeast,
      below,
      atMost,
      ...(has === undefined ? {} : { has: [has].flat() }),
      ...(contains === undefined ? {} : { contains: [contains].flat() }),
      ...resolveNot(not),
    };
  });
}

function resolveNot(written: WrittenTests['not']): Pick<FieldTest, 'not' | 'lacks'> {
  if (written === undefined) return {};
  if (typeof written !== 'object') return { not: [String(written)] };
  return 'contains' in written ? { lacks: [written.contains ?? []].flat() } : { not: [written].flat().map(String) };
}

export function isTests(test: WrittenTest): test is WrittenTests {
  return typeof test === 'object' && !Array.isArray(test);
}
