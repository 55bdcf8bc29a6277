import { describeChoice } from '../describe/describe-choice.js';
import { describeCondition } from '../describe/describe-condition.js';
import { conditionHolds } from '../model/condition-holds.js';
import { type Forced, type Optimiser, type OptimumStudy, studyOptimum } from '../model/optimum.js';
import { type BenchmarkSelection, type Selection, selectedBy } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import type { Effect, Verdict } from './explanation.js';

/** Why a task is in an optimum or not, by solving again: without it, or with it forced in. */
export function explainOptimised(
  task: ScoredTask,
  benchmark: BenchmarkSelection,
  selection: Selection,
  optimiser: Optimiser | undefined,
): Verdict {
  const { plan, choices, exclusions, optimum } = benchmark;
  const { fields } = selection.plan;
  const exclusion = exclusions.find(({ taskId }) => taskId === task.id);
  if (exclusion !== undefined) {
    const words = 'if no task at all were excluded';
    const ifLifted = { ...nothing, isUnknown: true, selected: exclusion.wouldBeIn, words } as const;
    return { kind: 'excluded', exclusion, ifLifted };
  }
  const { where } = plan.select;
  if (where !== undefined && !conditionHolds(where, task)) {
    const failing = where.filter((test) => !conditionHolds([test], task));
    return { kind: 'ineligible', failed: describeCondition(failing, fields), changes: [], ruledOut: [] };
  }
  const choice = choices.find((each) => each.task.id === task.id);
  const study = optimum && studyOptimum(optimum, selection, optimiser);
  if (choice === undefined) {
    const forced: Forced = study?.forceIn(plan.name, task.id) ?? { kind: 'not settled' };
    return { kind: 'out', lastPlaces: [], changes: [], ruledOut: [], forced };
  }
  return {
    kind: 'in',
    by: selectedBy(choice),
    choice,
    why: describeChoice(choice, fields),
    margin: undefined,
    ifExcluded: effectOf(task, study, selection),
  };
}

const nothing = { comesIn: [], goesOut: [], stops: [] };

function effectOf(task: ScoredTask, study: OptimumStudy | undefined, { benchmarks, choices }: Selection): Effect {
  const after = study?.without(task.benchmark, task.id) ?? 'not settled';
  if (after === 'not settled') return { ...nothing, isUnknown: true };
  if (after === 'impossible') return { comesIn: [], goesOut: [], stops: ['no selection keeps every rule without it.'] };
  const before = new Set(choices.map((choice) => choice.task));
  const inAfter = benchmarks.flatMap(({ plan, tasks }) => tasks.filter(({ id }) => after.get(plan.name)?.has(id)));
  const isAfter = new Set(inAfter);
  return {
    comesIn: inAfter.filter((each) => !before.has(each)),
    // Benchmarks with another goal, or none, stay as they are.
    goesOut: [...before].filter((each) => each !== task && after.has(each.benchmark) && !isAfter.has(each)),
    stops: [],
  };
}
