import { componentKindOf } from '../components/component-kinds.js';
import type { BenchmarkPlan } from '../model/plan.js';
import { conditionBounds, conditionHolds } from '../model/select-rule.js';
import { type Field, fieldValue, type ScoredTask } from '../model/task.js';
import { scoreTasks } from '../score/score-tasks.js';
import { formatCount, joinWords, roundTo } from '../text/words.js';
import type { FeatureChange, RuledOut, TaskStanding } from './explanation.js';
import {
  compareByKeys,
  fieldUses,
  gapBetween,
  isAhead,
  type PlaceToBeat,
  placesToBeat,
  type Rerun,
  runBudget,
} from './rerun.js';

/** The smallest change to one of the task's number fields that selects it. */
export function featureChange(
  task: ScoredTask,
  standing: TaskStanding | undefined,
  rerun: Rerun,
): FeatureChange | RuledOut {
  const places = standing === undefined ? [] : placesToBeat(task, standing, rerun);
  const moves = movableFields(task, rerun).flatMap((field) => {
    const from = fieldValue(task, field.name);
    return typeof from === 'number' ? [fieldMove(task, field, from, rerun)] : [];
  });
  if (moves.length === 0) return { kind: 'feature', reason: 'neither the score nor the order uses any of its numbers' };
  const partly: string[] = [];
  const found = moves.flatMap((move): FeatureChange[] => {
    const { field, words, from, scale } = move;
    const byTrying = () => {
      const { value, count, all } = nearestTried(move, rerun);
      if (value === undefined && !all) partly.push(`${formatCount(count)} values of ${words} that were tried`);
      return value;
    };
    const byPlace = () => {
      const value = nearestAhead(move, places);
      const changed = value === undefined ? undefined : move.taskWith(value);
      return changed === undefined || move.selects(changed) ? value : byTrying();
    };
    const to = decidesMore(move, rerun) ? byTrying() : byPlace();
    if (to === undefined) return [];
    const inWords = field === 'lines_changed' && linesAreSum(task) ? `${words} (additions + deletions)` : words;
    return [{ kind: 'feature', field, words: inWords, from, to, size: Math.abs(to - from) / scale.range }];
  });
  const [smallest] = found.sort((a, b) => a.size - b.size);
  if (smallest !== undefined) return smallest;
  const noneTried = `none of the ${joinWords(partly)} would select it; other values in the range were not tried`;
  return { kind: 'feature', reason: partly.length > 0 ? noneTried : whyNot(task, places, rerun) };
}

function whyNot(task: ScoredTask, places: readonly PlaceToBeat[], { fields }: Rerun): string {
  const gaps = places.map(({ holder, bar, prefer }) => gapBetween(task, bar, holder, prefer, fields));
  const labels = gaps.filter(({ key }) => key !== 'id' && fields.get(key)?.kind === 'label');
  const none = "no value within the benchmark's range would select it";
  if (gaps.length > 0 && labels.length === gaps.length)
    return `it ranks lower by ${labels[0]?.words}, which is not a number`;
  return gaps.some(({ key }) => key === 'id') ? `it ranks lower only by its id, and ${none}` : none;
}

/** The number fields that affect only whether the task is selected; additions and deletions instead of their sum. */
function movableFields(task: ScoredTask, { plan, fields }: Rerun): readonly Field[] {
  const { phase, score, where, group, order, ensure } = fieldUses(plan);
  const fixed = new Set([
    'score',
    ...phase,
    ...plan.corrections.flatMap(({ field, by }) => [field, by]),
    ...plan.declarations.flatMap(({ by }) => by ?? []),
  ]);
  const deciding = new Set([...score, ...where, ...order, ...ensure]);
  const looksAt = (name: string) => deciding.has(name) || fixed.has(name) || group.includes(name);
  if (linesAreSum(task) && lineFields.some(looksAt)) {
    if (fixed.has('lines_changed')) for (const each of lineFields) fixed.add(each);
    else if (deciding.delete('lines_changed')) for (const each of lineFields) deciding.add(each);
  }
  return [...deciding].flatMap((name) => {
    const field = fields.get(name);
    return field?.kind === 'number' && !fixed.has(name) ? [field] : [];
  });
}

type FieldMove = ReturnType<typeof fieldMove>;

function fieldMove(task: ScoredTask, { name: field, words, counts }: Field, from: number, rerun: Rerun) {
  const { plan, score, benchmark } = rerun;
  const isPart = lineFields.includes(field) && linesAreSum(task);
  /** The task's `lines_changed` minus the field, if the two move together; otherwise undefined. */
  const above = isPart ? Number(task.fields['lines_changed']) - from : undefined;
  const derived = above === undefined ? [] : specialValues('lines_changed', plan).map((value) => value - above);
  return {
    field,
    words,
    from,
    above,
    scale: fieldScale(field, counts, benchmark.tasks),
    /** The values at which a rule bends or jumps, including rules on values derived from the field. */
    bends: [...specialValues(field, plan), ...derived],
    /** The rescored task with another value; undefined if a rule can't handle the value. */
    taskWith: (value: number): ScoredTask | undefined => {
      const lines = above === undefined ? {} : { lines_changed: above + value };
      const changed = { ...task, fields: { ...task.fields, [field]: value, ...lines } };
      const { tasks, faults } = scoreTasks([changed], plan, score);
      const [scored] = tasks;
      if (faults.length > 0 || scored === undefined) return undefined;
      // The random number does not depend on fields.
      return task.random === undefined ? scored : { ...scored, random: task.random };
    },
    selects: (changed: ScoredTask) => {
      const tasks = benchmark.tasks.map((each) => (each === task ? changed : each));
      return rerun.selects(task.id, tasks);
    },
  };
}

/** Whether the field also decides eligibility or the group, so that there is no single place to beat. */
function decidesMore({ field, above }: FieldMove, { plan }: Rerun): boolean {
  const { where, group, score } = fieldUses(plan);
  const deciding = [...where, ...group, ...plan.select.ensure.map(({ by }) => by)];
  const moving = above === undefined ? [field] : [field, 'lines_changed'];
  return moving.some((each) => deciding.includes(each) || (score.includes(each) && deciding.includes('score')));
}

/** `lines_changed` is the sum of these fields, unless the source says otherwise. */
const lineFields: readonly string[] = ['additions', 'deletions'];

function linesAreSum({ fields: { additions, deletions, lines_changed } }: ScoredTask): boolean {
  return typeof additions === 'number' && typeof deletions === 'number' && lines_changed === additions + deletions;
}

/**
 * The values of a field at which a rule of the plan bends or jumps. Between them, scores and order keys are monotonic.
 */
function specialValues(field: string, { components, select }: BenchmarkPlan): readonly number[] {
  const keys = [...select.prefer, ...select.ensure.flatMap(({ prefer }) => prefer)];
  const listed = keys.flatMap((key) => (key.kind === 'values' && key.field === field ? key.values.map(Number) : []));
  const values = [
    0,
    ...[...components.values()].flatMap((rule) => componentKindOf(rule).bends(rule, field)),
    ...conditionBounds(select.where ?? [], field),
    ...listed,
  ];
  return values.filter(Number.isFinite);
}

/** A field's range and step: 1 for counts and whole values, else a power of ten up to a thousandth of the range. */
function fieldScale(name: string, counts: boolean, tasks: readonly ScoredTask[]) {
  let [least, most, whole] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true];
  for (const task of tasks) {
    const value = fieldValue(task, name);
    if (typeof value !== 'number') continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
    whole &&= Number.isInteger(value);
  }
  const step = counts || whole || most <= least ? 1 : 10 ** Math.floor(Math.log10((most - least) / 1000));
  const lowest = counts ? Math.max(0, least - step) : least - step;
  return { step, lowest, highest: most + step, range: Math.max(most - least, step) };
}

/** The value nearest to `from` that puts the task ahead of a place's holder; of two equally near values, the higher. */
function nearestAhead({ from, scale, bends, taskWith }: FieldMove, places: readonly PlaceToBeat[]): number | undefined {
  const { step, lowest, highest } = scale;
  if (places.length === 0) return undefined;
  const towards = (sign: 1 | -1, end: number) => {
    const valueAt = (count: number) => roundTo(from + sign * count * step, 10);
    const taskAt = remembered((count) => taskWith(valueAt(count)));
    const count = firstStep(
      Math.floor((Math.abs(end - from) + step / 2) / step),
      // The steps around each point where a rule bends.
      bends
        .map((value) => (sign * (value - from)) / step)
        .flatMap((point) => [Math.floor(point) - 1, Math.floor(point), Math.ceil(point), Math.ceil(point) + 1]),
      (at) => signature(taskAt(at), places),
      (at) => {
        const moved = taskAt(at);
        return moved !== undefined && places.some(({ bar, prefer }) => isAhead(moved, bar, prefer));
      },
    );
    return count === undefined ? [] : [{ count, value: valueAt(count) }];
  };
  const up = highest > from ? towards(1, highest) : [];
  const down = lowest < from ? towards(-1, lowest) : [];
  return [...up, ...down].sort((a, b) => a.count - b.count)[0]?.value;
}

/** The result of comparing the task with every place's holder, key by key. */
function signature(task: ScoredTask | undefined, places: readonly PlaceToBeat[]): string {
  if (task === undefined) return 'none';
  return places.flatMap(({ bar, prefer }) => prefer.map((preference) => compareByKeys(task, bar, [preference]))).join();
}

function remembered<Value>(work: (at: number) => Value): (at: number) => Value {
  const known = new Map<number, Value>();
  return (at) => {
    if (!known.has(at)) known.set(at, work(at));
    return known.get(at) as Value;
  };
}

/** The smallest whole number in [1, last] that `holds`. Between `turns`, equal signatures mean that nothing changes. */
function firstStep(
  last: number,
  turns: readonly number[],
  signature: (step: number) => string,
  holds: (step: number) => boolean,
): number | undefined {
  const ends = [...new Set([1, ...turns.filter((turn) => turn > 1 && turn < last), last])].sort((a, b) => a - b);
  const within = (from: number, to: number): number | undefined => {
    if (holds(from)) return from;
    if (to - from <= 1 || signature(from) === signature(to)) return holds(to) ? to : undefined;
    const middle = Math.floor((from + to) / 2);
    return within(from, middle) ?? within(middle, to);
  };
  if (last < 1) return undefined;
  for (const [i, end] of ends.entries()) {
    const found = within(end, ends[i + 1] ?? end);
    if (found !== undefined) return found;
  }
  return undefined;
}

const mostRuns = 200;

/**
 * Searches for the nearest value that selects the task if the field also decides eligibility or groups, so that each
 * value needs a run. Candidates are the benchmark's values and the values at which a rule bends, each with one step to
 * either side. A range of few steps is tried completely. Bends and the values of last places are tried whatever their
 * distance. A value that makes the task ineligible needs no run.
 */
function nearestTried({ field, from, above, scale, bends, taskWith, selects }: FieldMove, { benchmark, plan }: Rerun) {
  const { step, lowest, highest } = scale;
  const budget = runBudget(mostRuns, benchmark.tasks.length);
  const { where } = plan.select;
  const nearestFirst = (values: readonly number[]) =>
    [...new Set(values.flatMap((value) => [value - step, value, value + step]).map((value) => roundTo(value, 10)))]
      .filter((value) => value >= lowest && value <= highest && value !== from)
      .sort((a, b) => Math.abs(a - from) - Math.abs(b - from) || b - a);
  const few = (highest - lowest) / step <= budget;
  const steps = few ? Array.from({ length: budget }, (_, i) => [from - i * step, from + i * step]).flat() : [];
  const met = valuesOf(benchmark.tasks, field, above);
  const lastPlaces = benchmark.groups.flatMap(({ ranking, allocated }) => ranking[allocated - 1] ?? []);
  const special = [...nearestFirst(bends), ...nearestFirst(valuesOf(lastPlaces, field, above))];

  const seen = new Map<number, ScoredTask | undefined>();
  const take = (values: readonly number[], most: number) => {
    let runs = 0;
    for (const value of values) {
      if (seen.has(value)) continue;
      if (runs === most) return;
      const changed = taskWith(value);
      const eligible = changed !== undefined && (where === undefined || conditionHolds(where, changed));
      seen.set(value, eligible ? changed : undefined);
      if (eligible) runs += 1;
    }
  };
  take(special, budget);
  take(nearestFirst([...met, ...steps]), few ? Number.POSITIVE_INFINITY : budget);

  const nearest = [...seen].sort(([a], [b]) => Math.abs(a - from) - Math.abs(b - from) || b - a);
  const value = nearest.find(([, changed]) => changed !== undefined && selects(changed))?.[0];
  return { value, count: seen.size, all: few };
}

/** The tasks' values of the field, and the values that would give this task their `lines_changed`. */
function valuesOf(tasks: readonly ScoredTask[], field: string, above: number | undefined): readonly number[] {
  return tasks.flatMap((task) => {
    const own = fieldValue(task, field);
    const lines = fieldValue(task, 'lines_changed');
    return [
      ...(typeof own === 'number' ? [own] : []),
      ...(above !== undefined && typeof lines === 'number' ? [lines - above] : []),
    ];
  });
}
