import { describeCondition } from '../describe/describe-condition.js';
import { standInOrder } from '../draws/draws.js';
import { conditionHolds } from '../model/condition-holds.js';
import type { Selection } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { explainExcluded } from './explain-excluded.js';
import { explainFeatures } from './explain-features.js';
import { explainIn } from './explain-in.js';
import { explainOptimised } from './explain-optimised.js';
import { explainPhase } from './explain-phase.js';
import { explainScore } from './explain-score.js';
import type { Explanation, Standing, Verdict, WaysIn } from './explanation.js';
import { findStanding } from './find-standing.js';
import { gapBetween } from './gap-between.js';
import { placesToBeat } from './places-to-beat.js';
import { Rerun } from './rerun.js';
import { waysIn } from './ways-in.js';

/**
 * Why a task of a selection is in or out, and what would change that. Only the task's own benchmark is selected from
 * again, on the tasks as they are; what was optimised together is solved again together.
 *
 * @throws TypeError when the task is not one of the selection's.
 */
export function explainTask(
  selection: Selection,
  { benchmark: name, id }: Pick<ScoredTask, 'benchmark' | 'id'>,
): Explanation {
  const { plan } = selection;
  const benchmark = selection.benchmarks.find((each) => each.plan.name === name);
  const task = benchmark?.tasks.find((each) => each.id === id);
  if (benchmark === undefined || task === undefined)
    throw new TypeError(`No task "${id}" of "${name}" in the selection.`);
  const standing = findStanding(task, benchmark.groups, benchmark.plan, plan.fields, benchmark.census);
  return {
    task,
    benchmark: benchmark.plan,
    features: explainFeatures(task, benchmark.plan, plan.fields),
    phase: explainPhase(task, benchmark.plan, plan.fields),
    score: explainScore(task, benchmark.plan, plan),
    standing,
    verdict:
      benchmark.optimum === undefined
        ? verdictOn(task, standing, new Rerun(benchmark, plan))
        : explainOptimised(task, benchmark, selection),
  };
}

function verdictOn(task: ScoredTask, standing: Standing | undefined, rerun: Rerun): Verdict {
  const exclusion = rerun.exclusions.get(task.id);
  const isCounted = rerun.benchmark.census !== undefined;
  if (exclusion !== undefined) return explainExcluded(task, exclusion, rerun);
  if (standing === undefined) {
    const failing = (rerun.plan.select.where ?? []).filter((test) => !conditionHolds([test], task));
    return {
      kind: 'ineligible',
      failed: describeCondition(failing, rerun.fields),
      ...(isCounted ? onlyByAll : waysIn(task, undefined, rerun)),
    };
  }
  const choice = rerun.benchmark.choices.find((each) => each.task === task);
  if (choice !== undefined) return explainIn(choice, rerun);
  if (!standInOrder(rerun.plan.select.draw)) return { kind: 'out', lastPlaces: [], ...onlyByChance };
  const lastPlaces = placesToBeat(task, standing, rerun).map(({ by, holder, bar, prefer }) => ({
    by,
    gap: gapBetween(task, bar, holder, prefer, rerun.fields),
  }));
  return { kind: 'out', lastPlaces, ...(isCounted ? onlyByAll : waysIn(task, standing, rerun)) };
}

/** A draw that does not rank leaves nothing to move past: no change of the task or the plan is sure to bring it in. */
const onlyByChance: WaysIn = {
  changes: [],
  ruledOut: [{ kind: 'allocation', reason: 'chance decides who is drawn; another number of places redraws' }],
};

/** Other weights, more places and another group bring in tasks that a database did not give as candidates. */
const onlyByAll: WaysIn = {
  changes: [],
  ruledOut: (['weight', 'allocation', 'feature'] as const).map((kind) => ({
    kind,
    reason: 'not tried, because it needs every task of the pool, and a database gave only the candidates',
  })),
};
