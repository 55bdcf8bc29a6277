import { componentKindOf } from '../components/component-kinds.js';
import { describeChoice } from '../describe/describe-strategy.js';
import { describeCondition, fieldWords } from '../describe/field-words.js';
import { standInOrder } from '../draws/draws.js';
import {
  type Forced,
  type OptimisedBenchmark,
  type Optimiser,
  type OptimumStudy,
  studyOptimum,
} from '../model/optimum.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import { conditionHolds, pinTest } from '../model/select-rule.js';
import {
  type AppliedExclusion,
  type BenchmarkSelection,
  type Choice,
  type Selection,
  selectedBy,
} from '../model/selection.js';
import { derivedFields, fieldValue, provenanceOf, randomField, type ScoredTask } from '../model/task.js';
import { orderTasks } from '../order/order-tasks.js';
import { compareText } from '../text/words.js';
import type {
  Effect,
  ExcludedVerdict,
  ExplainedFeature,
  ExplainedScore,
  Explanation,
  FeatureUse,
  Gap,
  InVerdict,
  TaskStanding,
  Verdict,
  WaysIn,
} from './explanation.js';
import { featureChange } from './feature-change.js';
import { allocationChange, weightChange } from './plan-change.js';
import {
  barOf,
  fieldUses,
  findStanding,
  gapBetween,
  isOf,
  placesToBeat,
  type Rerun,
  rerunOf,
  withoutPin,
} from './rerun.js';

/**
 * Explains why a task is selected or not, and which changes would reverse that. Each "if" is answered by selecting
 * again from the task's benchmark with a change (`rerun.ts`). `plan-change.ts` and `feature-change.ts` search for
 * changes.
 *
 * @param optimiser The solver of a plan with a goal. Without it, changes to an optimum are unknown.
 * @throws TypeError if the task is not in the selection's pool.
 */
export function explainTask(
  selection: Selection,
  { benchmark: name, id }: Pick<ScoredTask, 'benchmark' | 'id'>,
  optimiser?: Optimiser,
): Explanation {
  const { plan } = selection;
  const benchmark = selection.benchmarks.find((each) => each.plan.name === name);
  const task = benchmark?.tasks.find((each) => each.id === id);
  if (benchmark === undefined || task === undefined)
    throw new TypeError(`Benchmark "${name}" has no task "${id}" in this selection.`);
  const standing = findStanding(task, benchmark.groups, benchmark, plan.fields);
  return {
    task,
    benchmark: benchmark.plan,
    features: explainFeatures(task, benchmark.plan, plan.fields),
    phase: explainPhase(task, benchmark.plan, plan.fields),
    score: explainScore(task, benchmark.plan, plan),
    standing,
    verdict:
      benchmark.optimum === undefined
        ? verdictOn(task, standing, rerunOf(benchmark, selection))
        : explainOptimised(task, benchmark, selection, optimiser),
  };
}

function verdictOn(task: ScoredTask, standing: TaskStanding | undefined, rerun: Rerun): Verdict {
  const exclusion = rerun.exclusions.get(task.id);
  const isCounted = rerun.benchmark.census !== undefined;
  if (exclusion !== undefined) return explainExcluded(task, exclusion, rerun);
  if (standing === undefined) {
    const fails = failingTests(task, rerun.plan, rerun.fields);
    return { kind: 'ineligible', fails, ...(isCounted ? onlyByAll : waysIn(task, undefined, rerun)) };
  }
  const choice = rerun.benchmark.choices.find((each) => each.task === task);
  if (choice !== undefined) return explainIn(choice, rerun);
  if (!standInOrder(rerun.plan.select.draw)) return { kind: 'out', lastPlaces: [], ...onlyByChance };
  const lastPlaces = placesToBeat(task, standing, rerun).map(({ by, holder, bar, prefer }) => ({
    by,
    ...gapBetween(task, bar, holder, prefer, rerun.fields),
  }));
  return { kind: 'out', lastPlaces, ...(isCounted ? onlyByAll : waysIn(task, standing, rerun)) };
}

function failingTests(task: ScoredTask, { select: { where = [] } }: BenchmarkPlan, fields: Plan['fields']): string {
  const failing = where.filter((test) => !conditionHolds([test], task));
  return describeCondition(failing, fields);
}

/** A draw that does not rank has no task to overtake, so no change is certain to select the task. */
const onlyByChance: WaysIn = {
  changes: [],
  ruledOut: [
    {
      kind: 'allocation',
      reason: 'tasks are drawn at random, and a different number of places would redraw the sample',
    },
  ],
};

/** Other weights, more places or another group could select tasks that the database did not return as candidates. */
const onlyByAll: WaysIn = {
  changes: [],
  ruledOut: (['weight', 'allocation', 'feature'] as const).map((kind) => ({
    kind,
    reason: 'not tried, because it needs every task in the pool and the database returned only the candidates',
  })),
};

function explainIn(choice: Choice, rerun: Rerun): InVerdict {
  // `ensure` may need tasks beyond the candidates that the database returned.
  const isUnsure = rerun.benchmark.census !== undefined && choice.ensured !== undefined;
  return {
    ...chosenAs(choice, rerun.fields),
    ...(isUnsure ? { margin: undefined, isMarginUnknown: true } : { margin: marginOf(choice, rerun) }),
    ifExcluded: rerun.without(choice.task),
    ...(isPinnedByName(choice.task, rerun.plan) ? { ifUnpinned: rerun.unpinned(choice.task) } : {}),
  };
}

/** Whether only the task's name pins it. A task that a condition pins may be excluded. */
function isPinnedByName(task: ScoredTask, { select }: BenchmarkPlan): boolean {
  return select.pin.includes(task.id) && !pinTest({ ...select, pin: [] })(task);
}

function chosenAs(choice: Choice, fields: Plan['fields']) {
  return { kind: 'in', by: selectedBy(choice), choice, why: describeChoice(choice, fields) } as const;
}

function marginOf({ task, group, ensured }: Choice, rerun: Rerun): Gap | undefined {
  const { plan, benchmark, fields } = rerun;
  const { prefer, draw } = plan.select;
  // A pinned task has no competitors, and a draw that does not rank has no next task.
  if (group.pinned || !standInOrder(draw)) return undefined;
  if (ensured === undefined) {
    const next = group.ranking[group.allocated];
    if (next === undefined) return undefined;
    return gapBetween(barOf(task, prefer, rerun), barOf(next, prefer, rerun), next, prefer, fields);
  }
  const chosen = new Set(benchmark.choices.map((choice) => choice.task));
  const left = benchmark.groups
    .flatMap(({ ranking }) => ranking)
    .filter((each) => !chosen.has(each) && isOf(each, ensured));
  const [next] = orderTasks(left, ensured.rule.prefer);
  return next === undefined ? undefined : gapBetween(task, next.task, next.task, ensured.rule.prefer, fields);
}

function explainExcluded(task: ScoredTask, exclusion: AppliedExclusion, rerun: Rerun): ExcludedVerdict {
  const { fields, benchmark } = rerun;
  const { effect, chosen } = rerun.lifted(task);
  if (chosen.faults.length > 0)
    return { kind: 'excluded', exclusion, ifLifted: { ...effect, selected: false, words: 'selecting would fail' } };
  const choice = chosen.choices.find((each) => each.task.id === task.id);
  const standing = findStanding(task, chosen.groups, benchmark, fields);
  const words = choice === undefined ? standing?.words : describeChoice(choice, fields);
  const ifLifted = { ...effect, selected: choice !== undefined, words: words ?? 'it would still not be eligible' };
  return { kind: 'excluded', exclusion, ifLifted };
}

function waysIn(task: ScoredTask, standing: TaskStanding | undefined, rerun: Rerun): WaysIn {
  const weight = standing === undefined || rerun.score.weights.size === 0 ? [] : [weightChange(task, standing, rerun)];
  const competing = standing === undefined ? [] : [...weight, allocationChange(task, standing, rerun)];
  const tried = [...competing, featureChange(task, standing, rerun)];
  return {
    changes: tried.filter((each) => 'size' in each).sort((a, b) => a.size - b.size),
    ruledOut: tried.filter((each) => 'reason' in each),
  };
}

function explainFeatures(
  task: ScoredTask,
  benchmark: BenchmarkPlan,
  fields: Plan['fields'],
): readonly ExplainedFeature[] {
  const uses = Object.entries(fieldUses(benchmark)) as [FeatureUse, readonly string[]][];
  const derived = new Set([...derivedFields, randomField].map(({ name }) => name));
  return [...fields.keys()]
    .filter((field) => !derived.has(field))
    .map((field) => ({
      field,
      words: fieldWords(field, fields),
      value: fieldValue(task, field) ?? task.lists?.[field]?.join(', '),
      provenance: provenanceOf(task, field),
      usedBy: uses.filter(([, used]) => used.includes(field)).map(([use]) => use),
    }))
    .filter(({ value, usedBy }) => value !== undefined || usedBy.length > 0);
}

function explainPhase(task: ScoredTask, { phase: rule }: BenchmarkPlan, fields: Plan['fields']): Explanation['phase'] {
  const name = task.phase;
  if (rule.otherwise === '' && rule.values.size === 0) return undefined;
  if (rule.by === undefined) return { name, why: 'the plan assigns it to every task in the benchmark' };
  const words = fieldWords(rule.by, fields);
  const label = fieldValue(task, rule.by);
  if (label === undefined)
    return { name, why: `it has no ${words}, and the plan assigns this phase to all remaining tasks` };
  const listed = rule.values.has(String(label));
  const others = listed ? '' : ', and the plan assigns this phase to values that are not listed';
  return { name, why: `${words} is ${label}${others}` };
}

function explainScore(
  task: ScoredTask,
  { components }: BenchmarkPlan,
  { score, fields }: Pick<Plan, 'score' | 'fields'>,
): ExplainedScore | undefined {
  if (score.weights.size === 0) return undefined;
  const terms = [...components].map(([component, rule]) => {
    const weight = score.weights.get(component) ?? 0;
    const part = task.parts[component] ?? 0;
    return {
      component,
      weight,
      part,
      contribution: weight * part,
      rule: componentKindOf(rule).words(rule, fields),
      defaulted: task.defaulted.includes(component),
    };
  });
  return { name: score.name, total: task.score, decimals: score.decimals, terms };
}

/** Explains a task's place in an optimum by solving again without it, or with it forced in. */
function explainOptimised(
  task: ScoredTask,
  benchmark: BenchmarkSelection,
  selection: Selection,
  optimiser: Optimiser | undefined,
): Verdict {
  const { plan, choices, exclusions, optimum } = benchmark;
  const { fields } = selection.plan;
  const exclusion = exclusions.find(({ taskId }) => taskId === task.id);
  if (exclusion !== undefined) {
    const words = 'no task were excluded';
    const ifLifted = { ...nothing, isUnknown: true, selected: exclusion.wouldBeIn, words } as const;
    return { kind: 'excluded', exclusion, ifLifted };
  }
  const { where } = plan.select;
  if (where !== undefined && !conditionHolds(where, task))
    return { kind: 'ineligible', fails: failingTests(task, plan, fields), changes: [], ruledOut: [] };
  const choice = choices.find((each) => each.task.id === task.id);
  const study = optimum && studyOptimum(optimum, selection, optimiser);
  if (choice === undefined) {
    const forced: Forced = study?.forceIn(plan.name, task.id) ?? { kind: 'not settled' };
    return { kind: 'out', lastPlaces: [], changes: [], ruledOut: [], forced };
  }
  const ifExcluded = effectOf(task, study, selection, (own) => ({
    ...own,
    excluded: new Set([...own.excluded, task.id]),
  }));
  const ifUnpinned = isPinnedByName(task, plan)
    ? { ifUnpinned: effectOf(task, study, selection, (own) => ({ ...own, plan: withoutPin(own.plan, task) })) }
    : {};
  const added = addedBy(task, benchmark, fields);
  return { ...chosenAs(choice, fields), margin: undefined, added, ifExcluded, ...ifUnpinned };
}

function addedBy(task: ScoredTask, { plan, choices }: BenchmarkSelection, fields: Plan['fields']): InVerdict['added'] {
  const goal = plan.select.optimise?.goal;
  if (goal?.kind !== 'sum') return undefined;
  const { field, sense } = goal;
  const amountOf = (each: ScoredTask) => Number(fieldValue(each, field) ?? Number.NaN);
  const sign = sense === 'maximise' ? 1 : -1;
  const free = choices.filter(({ group }) => !group.pinned).map((choice) => choice.task);
  const known = free.filter((each) => !Number.isNaN(amountOf(each)));
  const [worst] = known.toSorted((a, b) => sign * (amountOf(a) - amountOf(b)) || compareText(a.id, b.id));
  if (worst === undefined || Number.isNaN(amountOf(task))) return undefined;
  return { words: fieldWords(field, fields), own: amountOf(task), least: amountOf(worst), leastId: worst.id };
}

const nothing = { comesIn: [], goesOut: [], stops: [] };

/** The effect of a change to the task's benchmark, and whether the task is still selected. */
function effectOf(
  task: ScoredTask,
  study: OptimumStudy | undefined,
  { benchmarks, choices }: Selection,
  change: (own: OptimisedBenchmark) => OptimisedBenchmark,
): Effect & { readonly selected: boolean } {
  const after = study?.changed(task.benchmark, change) ?? 'not settled';
  if (after === 'not settled') return { ...nothing, isUnknown: true, selected: false };
  if (after === 'impossible')
    return { ...nothing, stops: ['no selection satisfies every rule without it.'], selected: false };
  const before = new Set(choices.map((choice) => choice.task));
  const inAfter = benchmarks.flatMap(({ plan, tasks }) => tasks.filter(({ id }) => after.get(plan.name)?.has(id)));
  const isAfter = new Set(inAfter);
  // Benchmarks with another goal, or none, do not change.
  const goesOut = [...before].filter((each) => each !== task && after.has(each.benchmark) && !isAfter.has(each));
  const comesIn = inAfter.filter((each) => !before.has(each));
  const moved = { comesIn: comesIn.map(({ id }) => id), goesOut: goesOut.map(({ id }) => id), stops: [] };
  return { ...moved, selected: isAfter.has(task) };
}
