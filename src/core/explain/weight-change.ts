import { describePreference } from '../describe/describe-preference.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { Preference } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';
import { weightedScore } from '../score/weighted-score.js';
import { countOf } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';
import { roundTo } from '../text/round-to.js';
import type { RuledOut, WeightChange } from './change.js';
import { fieldUses } from './explain-features.js';
import type { Standing } from './explanation.js';
import { moveWeight, steppedWeight } from './move-weight.js';
import type { Rerun } from './rerun.js';
import { runBudget } from './run-budget.js';
import { isAmongFirst } from './score-race.js';
import { type Lane, narrowedLanes, weightLanes } from './weight-lanes.js';

/** Weights are moved in steps of a thousandth; of a hundredth, or a tenth, where every step costs a run. */
const stepsToOne = 1000;
const mostRuns = 2000;

const noWeight = 'no weight between 0 and 1, the others rescaled, brings it in';

/** The smallest move of one weight that brings the task in. */
export function weightChange(task: ScoredTask, standing: Standing, rerun: Rerun): WeightChange | RuledOut {
  const { weights, decimals } = rerun.score;
  const ruledOut = (reason: string): RuledOut => ({ kind: 'weight', reason });
  if (weights.size < 2) return ruledOut('the score has one component');
  const { rank, ensure } = weightLanes(task, standing, rerun);
  const open = [rank, ...ensure].filter(({ race, limit }) => race.alwaysAhead < limit);
  const free = scoreDecidesMore(rerun) || rerun.replacedBy(task).length > 0;
  if (!free && (open.length === 0 || !ordersLookAtScore(rerun))) return ruledOut(whyNot(rank, standing, rerun));

  let runsLeft = runBudget(mostRuns, rerun.benchmark.tasks.length);
  const steps = free ? (runsLeft < mostRuns ? 10 : 100) : stepsToOne;
  const inSteps = `in steps of ${1 / steps}`;
  const movable = [...weights.keys()].flatMap((component) => {
    const lanes = free ? [] : narrowedLanes(task, open, component, rerun.score);
    return free || lanes.length > 0 ? [{ component, lanes, from: weights.get(component) ?? 0 }] : [];
  });
  for (let step = 1; step <= steps; step++) {
    for (const { component, lanes, from } of movable) {
      for (const by of [step / steps, -step / steps]) {
        const to = steppedWeight(from, by);
        const moved = to === undefined ? undefined : moveWeight(weights, component, to);
        if (to === undefined || moved === undefined) continue;
        const scoreOf = (each: ScoredTask) => weightedScore(each.parts, moved, decimals);
        if (!free && !lanes.some(({ race, limit }) => isAmongFirst(task, race, limit, scoreOf))) continue;
        if (runsLeft === 0)
          return ruledOut(
            `no weight moved by less than ${step / steps}, ${inSteps}, brings it in; larger moves were not tried`,
          );
        runsLeft -= 1;
        const tasks = rerun.benchmark.tasks.map((each) => ({ ...each, score: scoreOf(each) }));
        if (!rerun.selects(task.id, tasks)) continue;
        return { kind: 'weight', component, from, to, weights: moved, size: roundTo(Math.abs(to - from), 6) };
      }
    }
  }
  return ruledOut(
    movable.length === 0
      ? noWeight
      : `none of the weights tried, ${inSteps} between 0 and 1 and the others rescaled, brings it in`,
  );
}

/** Whether the score decides more than the order, so that no lane bounds what weights can do. */
function scoreDecidesMore({ plan }: Rerun): boolean {
  const { where, group } = fieldUses(plan);
  const listed = ordersOf(plan).some(({ kind, field }) => kind === 'values' && field === 'score');
  return listed || [...where, ...group, ...plan.select.ensure.map(({ by }) => by)].includes('score');
}

function ordersLookAtScore({ plan }: Rerun): boolean {
  return ordersOf(plan).some(({ field }) => field === 'score');
}

function ordersOf({ select }: BenchmarkPlan): readonly Preference[] {
  return [...select.prefer, ...select.ensure.flatMap(({ prefer }) => prefer)];
}

function whyNot({ race, limit }: Lane, { group }: Standing, { fields }: Rerun): string {
  if (race.keysBefore === undefined) return 'the order does not look at the score';
  if (group.allocated === 0) return 'the group has no place';
  if (race.alwaysAhead < limit) return noWeight;
  const keys = joinWords(race.keysBefore.map((key) => describePreference(key, fields)));
  return `${countOf(race.alwaysAhead, 'task')} of the group ${race.alwaysAhead === 1 ? 'is' : 'are'} ahead by ${keys}, which comes before the score, and it has ${countOf(limit, 'place')}`;
}
