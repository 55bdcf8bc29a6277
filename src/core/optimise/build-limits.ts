import { crossedWords, eachWords, isExact, ruleSubject, ruleWords } from '../describe/describe-optimise.js';
import { fieldWords } from '../describe/field-words.js';
import { compact, groupBy, largest } from '../lists/lists.js';
import type { Fault } from '../model/errors.js';
import type { Plan } from '../model/plan.js';
import {
  bandOf,
  boundFor,
  type CountRule,
  conditionHolds,
  type GroupBound,
  type LimitRule,
  type OneOfRule,
  plainOrQuoted,
  runFields,
  type SumRule,
} from '../model/select-rule.js';
import { fieldValue } from '../model/task.js';
import { didYouMean } from '../text/nearest-name.js';
import { compareText, countOf, formatCount } from '../text/words.js';
import {
  type Candidate,
  countedLabel,
  countLimit,
  type Exempt,
  inProportion,
  isUnlabelled,
  type Limit,
  optimiseFault,
  type Portion,
  portionWords,
  type Stated,
  statedAs,
} from './problem.js';

export interface BuiltLimits {
  readonly limits: readonly Limit[];
  readonly notes: readonly string[];
  readonly faults: readonly Fault[];
  readonly exempt?: Exempt;
}

interface LimitsOf {
  /** The index of the rule. */
  readonly number: number;
  readonly candidates: readonly Candidate[];
  readonly fields: Plan['fields'];
  /** The tier to scale bounds for; undefined for the whole selection. */
  readonly portion: Portion | undefined;
}

export function buildLimits(rule: LimitRule, of: LimitsOf): BuiltLimits {
  if (rule.kind === 'count') return countLimits(rule, of);
  return rule.kind === 'sum' ? sumLimits(rule, of) : oneOfLimits(rule, of);
}

function countLimits(rule: CountRule, { number, candidates, fields, portion }: LimitsOf): BuiltLimits {
  const { by } = rule;
  const words = ruleWords(rule, fields);
  const subject = ruleSubject(rule, fields);
  const fitting = fittingOf(candidates, rule);
  const groups = groupBy(fitting, ([, { task }]) => labelOf(task, rule));
  const faults = [...missingLabels(rule.atLeast), ...missingLabels(rule.atMost)];
  const short: string[] = [];
  const exempt = new Map<string, readonly number[]>();
  const forEvery = { least: statedFor('least', rule.atLeast), most: statedFor('most', rule.atMost) };
  const limits = [...groups]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([label, members]): Limit[] => {
      const columns = members.map(([column]) => column);
      const what = by.length === 0 ? subject : `${crossedWords(by, fields)} ${label}`;
      // Only a bound named "unknown" applies to tasks without a label; a default ceiling of 0 excludes them too.
      const isOpen = by.length > 0 && members.some(([, { task }]) => isUnlabelled(task, by));
      const boundOf = (bound: GroupBound | undefined) => (isOpen ? bound?.values.get(label) : boundFor(bound, label));
      const ceiling = boundOf(rule.atMost) ?? (rule.atMost?.otherwise === 0 ? 0 : undefined);
      const asked = boundOf(rule.atLeast);
      const isFloorless = asked === undefined && forEvery.least !== undefined;
      if (isOpen && ceiling === undefined && (isFloorless || forEvery.most !== undefined)) exempt.set(label, columns);
      const floor = asked === Number.POSITIVE_INFINITY ? columns.length : (asked ?? 0);
      // A floor for every label is limited to the label's tasks, as for groups; a floor for a named label must be met.
      const isNamed = rule.atLeast?.values.has(label) === true || by.length === 0;
      const met = isNamed ? floor : Math.min(floor, columns.length);
      if (met < floor && portion === undefined) short.push(label);
      const least = inProportion(met, 'least', portion);
      const most = inProportion(ceiling ?? Number.POSITIVE_INFINITY, 'most', portion);
      return [
        ...(least > 0
          ? [limitOf('least', least, [met < floor && `fewer than ${floor}`, scaledFrom(met, portion)])]
          : []),
        ...(most < columns.length ? [limitOf('most', most, [scaledFrom(ceiling ?? 0, portion)])] : []),
      ];

      function limitOf(side: Limit['side'], bound: number, notes: readonly (string | false | undefined)[]): Limit {
        const named = (side === 'least' ? rule.atLeast : rule.atMost)?.values.get(label);
        const stated = named === undefined ? forEvery[side] : statedAs(`${what}: at ${side} `, named);
        return { ...countLimit(number, what, side, bound, columns, stated), notes: compact(notes) };
      }
    });
  if (by.length === 0 && groups.size === 0 && (rule.atLeast?.otherwise ?? 0) > 0)
    faults.push(optimiseFault('empty', `rule "${words}": ${unmetWords(rule, candidates, fields)}`, fixRule));
  const notes = fitting.length === 0 ? [idleNote(words)] : [];
  if (short.length > 0)
    notes.push(
      `Rule "${words}": ${countOf(short.length, 'label')} ${short.length === 1 ? 'has' : 'have'} fewer eligible tasks, so all of them are selected: ${shownList(short)}.`,
    );
  if (exempt.size === 0) return { limits, notes, faults };
  return {
    limits,
    notes,
    faults,
    exempt: { columns: [...exempt.values()].flat(), cap: capOf(rule, [...exempt.keys()]) },
  };

  function statedFor(side: Limit['side'], bound: GroupBound | undefined): Stated | undefined {
    if (bound?.otherwise === undefined) return undefined;
    const each = eachWords(bound, by.length === 0);
    const stated = statedAs(`${subject}: at ${side} `, bound.otherwise, each, isExact(rule));
    return { ...stated, asked: Math.min(bound.otherwise, candidates.length) };
  }

  function missingLabels(bound: GroupBound | undefined): Fault[] {
    const known = [...groups.keys()];
    return [...(bound?.values ?? [])]
      .filter(([name, count]) => count > 0 && !groups.has(name))
      .map(([name]) => {
        const message = `rule "${words}" names "${name}", which no eligible task has.${didYouMean(name, known)}`;
        return optimiseFault('empty', message, fixRule);
      });
  }
}

/** The change to a rule that limits tasks without a label: adds a COUNT for them to its ceiling. */
function capOf(rule: CountRule, labels: readonly string[]): string {
  const key = isExact(rule) ? 'exactly' : 'at_most';
  const counts = labels.slice(0, mostShown).map((label) => `${plainOrQuoted(label)}: COUNT`);
  const { values, otherwise } = rule.atMost ?? {};
  if (values !== undefined && values.size > 0) return `add ${counts.join(', ')} to the values of ${key}`;
  const rest = otherwise === undefined ? '' : `, otherwise: ${otherwise}`;
  return `write ${key}: { values: { ${counts.join(', ')} }${rest} }`;
}

/** The number from which a bound in a tier is scaled: "160 in proportion: 10 of 40 tasks". */
function scaledFrom(bound: number, portion: Portion | undefined): string | undefined {
  return portion && `${formatCount(bound)} ${portionWords(portion)}`;
}

function fittingOf(candidates: readonly Candidate[], { where }: CountRule | SumRule) {
  return [...candidates.entries()].filter(([, { task }]) => conditionHolds(where, task));
}

/** Says that no eligible task satisfies a rule's condition, with suggestions for misspelt values. */
function unmetWords({ where = [] }: CountRule, candidates: readonly Candidate[], fields: Plan['fields']): string {
  const unmet = where.flatMap(({ field, oneOf, has }) => {
    const known = new Set(
      candidates.flatMap(({ task }) =>
        has === undefined ? String(fieldValue(task, field) ?? '') : (task.lists?.[field] ?? []),
      ),
    );
    return (oneOf ?? has ?? [])
      .filter((value) => !known.has(value))
      .map((value) => ` None has ${fieldWords(field, fields)} "${value}".${didYouMean(value, [...known])}`);
  });
  return `no eligible task meets its condition.${unmet.slice(0, mostShown).join('')}`;
}

function idleNote(words: string): string {
  return `Rule "${words}": no eligible task meets its condition, so it has no effect.`;
}

const fixRule = 'Correct or remove the rule.';
const mostShown = 8;

function shownList(names: readonly string[]): string {
  return `${names.slice(0, mostShown).join(', ')}${names.length > mostShown ? ', …' : ''}`;
}

function labelOf(task: Candidate['task'], { by, bands }: CountRule): string {
  const [field] = by;
  const value = field === undefined ? undefined : fieldValue(task, field);
  return (typeof value === 'number' ? bandOf(value, bands) : undefined) ?? countedLabel(task, by);
}

function sumLimits(rule: SumRule, { number, candidates, fields, portion }: LimitsOf) {
  const words = ruleWords(rule, fields);
  const subject = ruleSubject(rule, fields);
  const { unknown, atLeast, atMost } = rule;
  const fitting = fittingOf(candidates, rule);
  const measured = summedValues(
    rule.field,
    fitting.map(([, candidate]) => candidate),
  );
  const limits: Limit[] = [];
  const lacking = measured.filter((value) => value === undefined).length;
  if (lacking > 0 && unknown === undefined) {
    const message = `rule "${words}": ${lacking} of ${countOf(measured.length, 'eligible task')} ${lacking === 1 ? 'has' : 'have'} no number in this field.`;
    const isRun = runFields.some((field) => field === rule.field);
    const hint = isRun
      ? 'Set the expected cost and duration of one run in the benchmark, under "run".'
      : 'Blank cells and words such as "n/a" are not numbers. Set a value for such tasks with "unknown", or leave them out with "where".';
    return { limits, notes: [], faults: [optimiseFault('unknown', message, hint)] };
  }
  const numbers = measured.map((value) => value ?? unknown ?? 0);
  const mean = numbers.reduce((sum, value) => sum + Math.abs(value), 0) / Math.max(1, numbers.length);
  const notes = new Set(fitting.length === 0 ? [idleNote(words)] : []);
  if (lacking > 0)
    notes.add(
      `Rule "${words}": ${countOf(lacking, 'task')} of ${fitting.length} ${lacking === 1 ? 'has no number and counts' : 'have no number and count'} as ${unknown}.`,
    );
  for (const [side, bound, round] of [
    ['least', atLeast, Math.floor],
    ['most', atMost, Math.ceil],
  ] as const) {
    if (bound === undefined) continue;
    // Round against the rule, so that the true sum satisfies it.
    const { scale, values, isExact } = wholeNumbers(numbers, round);
    if (!isExact)
      notes.add(`Rule "${words}": values are rounded to multiples of ${1 / scale} in a way that keeps the rule.`);
    const kept = fitting.flatMap(([column], i) => (values[i] === 0 ? [] : [{ column, value: values[i] ?? 0 }]));
    const units = bound * scale;
    const near = Math.round(units);
    const whole = Math.abs(near - units) < 1e-6 ? near : side === 'least' ? Math.ceil(units) : Math.floor(units);
    limits.push({
      rule: number,
      what: subject,
      side,
      stated: statedAs(`${subject}: at ${side} `, bound),
      notes: compact([scaledFrom(bound, portion)]),
      bound: inProportion(whole, side, portion),
      scale,
      step: Math.max(1, Math.round(Number(mean.toPrecision(2)) * scale)),
      columns: kept.map(({ column }) => column),
      values: kept.map(({ value }) => value),
    });
  }
  return { limits, notes: [...notes], faults: [] };
}

/** Each candidate's value for a field, or the plan's expected cost or duration of a run. */
export function summedValues(field: string, candidates: readonly Candidate[]): readonly (number | undefined)[] {
  return candidates.map(({ task, plan: { run } }) => {
    const value =
      field === 'run.cost_usd' ? run.costUsd : field === 'run.seconds' ? run.seconds : fieldValue(task, field);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  });
}

function oneOfLimits(rule: OneOfRule, { number, candidates, fields }: LimitsOf) {
  const words = ruleWords(rule, fields);
  const named = candidates.flatMap(({ task: { id, aliases = [], benchmark } }, column) =>
    [...new Set([id, `${benchmark}/${id}`, ...aliases])].map((name) => ({ name, column })),
  );
  const byName = groupBy(named, ({ name }) => name);
  const faults: Fault[] = [];
  const columns = new Set<number>();
  for (const name of rule.ids) {
    const found = byName.get(name) ?? [];
    for (const { column } of found) columns.add(column);
    if (found.length === 1) continue;
    const what = found.length === 0 ? 'is not an eligible task' : `matches ${found.length} tasks`;
    const guess = found.length === 0 ? didYouMean(name, [...byName.keys()].slice(0, mostNames)) : '';
    const hint = 'Correct the id, or write it as BENCHMARK/ID.';
    faults.push(optimiseFault('unknown-task', `rule "${words}": "${name}" ${what}.${guess}`, hint));
  }
  const list = [...columns].sort((a, b) => a - b);
  const stated = { words: [`remove "${words}"`] } as const;
  const limit = countLimit(number, `tasks of ${rule.ids.join(', ')}`, 'most', 1, list, stated);
  const limits = list.length > 1 ? [{ ...limit, step: list.length - 1 }] : [];
  return { limits, notes: [], faults };
}

/** Suggesting among more names takes too long. */
const mostNames = 5000;

/** With larger numbers, a solver with 16 digits couldn't distinguish sums. */
const mostUnits = 1e6;
const mostDecimals = 9;

/**
 * Converts numbers to whole units, so that sums and comparisons are exact. Uses the largest unit that represents them
 * exactly, or else the smallest that `mostUnits` allows. `scale` is the number of units per 1, a power of ten.
 */
export function wholeNumbers(numbers: readonly number[], round: (value: number) => number = Math.round) {
  const decimals = Math.min(mostDecimals, largest([0, ...numbers.map(decimalsOf)]));
  const size = largest([0, ...numbers.map(Math.abs)]);
  let exponent = decimals;
  while (size * 10 ** exponent > mostUnits && exponent > -310) exponent -= 1;
  // Keep whole numbers as they are if their sums stay exact.
  if (decimals === 0 && size <= mostUnits * 100) exponent = 0;
  const scale = 10 ** exponent;
  // Snap values that are whole up to the last bits; round the rest as requested.
  const values = numbers.map((value) => {
    const nearest = Math.round(value * scale);
    return Math.abs(nearest - value * scale) < 1e-6 ? nearest : round(value * scale);
  });
  return { scale, values, isExact: exponent === decimals && values.every((value, i) => value / scale === numbers[i]) };
}

function decimalsOf(value: number): number {
  const [digits = '', power = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(power));
}
