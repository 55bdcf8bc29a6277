import { describePreference } from '../describe/field-words.js';
import { sumOf } from '../lists/lists.js';
import type { BenchmarkPlan, ScoreRule } from '../model/plan.js';
import { boundFor, type Preference } from '../model/select-rule.js';
import type { Group } from '../model/selection.js';
import { rescored, type ScoredTask } from '../model/task.js';
import { moveWeight, steppedWeight, weightedScore } from '../score/score-tasks.js';
import { groupKey } from '../select/group-tasks.js';
import { ensureValues } from '../select/select-tasks.js';
import { countOf, joinWords, roundTo } from '../text/words.js';
import type { AllocationChange, RuledOut, TaskStanding, WeightChange } from './explanation.js';
import {
  compareByKeys,
  type EnsureEntry,
  ensureEntries,
  fieldUses,
  isAhead,
  isOf,
  type Rerun,
  runBudget,
} from './rerun.js';

/** Beyond this many runs, the answer is the number of places that the rank requires, which always works. */
const mostPlaceRuns = 1000;

/** The fewest additional places in the task's group that select it, with other groups unchanged. */
export function allocationChange(task: ScoredTask, standing: TaskStanding, rerun: Rerun): AllocationChange | RuledOut {
  const { group, rank } = standing;
  const byRank = rank - group.allocated;
  const scanned = entriesOverlap(rerun)
    ? Math.min(byRank - 1, runBudget(mostPlaceRuns, rerun.benchmark.tasks.length))
    : 0;
  const tried = [...Array.from({ length: scanned }, (_, i) => i + 1), byRank];
  const more = tried.find((places) => selectsWithMore(task, group, places, rerun)) ?? byRank;
  const to = group.allocated + more;
  const rule = rerun.plan.select.group;
  const most = boundFor(rule?.atMost, group.key ?? '');
  const pins = rerun.benchmark.groups.flatMap(({ pinned, ranking }) => (pinned ? ranking : []));
  const needed = to + pins.filter((pin) => rule !== undefined && groupKey(pin, rule) === group.key).length;
  if (most !== undefined && needed > most)
    return { kind: 'allocation', reason: `the group would need ${needed} places, but at_most limits it to ${most}` };
  return { kind: 'allocation', group: group.key, from: group.allocated, to, size: more / group.ranking.length };
}

/** Whether more places for its group would select the task. The order is kept, and `ensure` is applied again. */
function selectsWithMore(task: ScoredTask, group: Group, more: number, { benchmark, plan }: Rerun): boolean {
  const ranked = new Set(
    benchmark.groups.flatMap((each) => each.ranking.slice(0, each.allocated + (each === group ? more : 0))),
  );
  const eligible = benchmark.groups.flatMap(({ ranking }) => ranking);
  return ranked.has(task) || ensureValues(eligible, ranked, plan).added.has(task);
}

/** Whether a task added by one `ensure` entry counts for a later one, so that other places could select a task. */
function entriesOverlap({ plan, benchmark }: Rerun): boolean {
  const entries = ensureEntries(plan);
  return benchmark.choices.some(({ task, ensured }) => {
    if (ensured === undefined) return false;
    const at = entries.findIndex(({ rule, value }) => rule === ensured.rule && value === ensured.value);
    return entries.slice(at + 1).some((later) => isOf(task, later));
  });
}

/** The number of steps from 0 to 1 for a weight. If every step needs a run, 100 or 10 steps are used instead. */
const stepsToOne = 1000;
const mostWeightRuns = 2000;

const noWeight = 'no weight between 0 and 1 would select it (with the other weights rescaled)';

export function weightChange(task: ScoredTask, standing: TaskStanding, rerun: Rerun): WeightChange | RuledOut {
  const { weights, decimals } = rerun.score;
  const ruledOut = (reason: string): RuledOut => ({ kind: 'weight', reason });
  if (weights.size < 2) return ruledOut('the score has only one component');
  const { rank, ensure } = weightLanes(task, standing, rerun);
  const open = [rank, ...ensure].filter(({ race, limit }) => race.alwaysAhead < limit);
  const free = scoreDecidesMore(rerun) || rerun.replacedBy(task).length > 0;
  const isRanked = ordersOf(rerun.plan).some(({ field }) => field === 'score');
  if (!free && (open.length === 0 || !isRanked)) return ruledOut(whyNot(rank, standing, rerun));

  let runsLeft = runBudget(mostWeightRuns, rerun.benchmark.tasks.length);
  const steps = free ? (runsLeft < mostWeightRuns ? 10 : 100) : stepsToOne;
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
            `no change of less than ${step / steps} (${inSteps}) would select it; larger changes were not tried`,
          );
        runsLeft -= 1;
        const tasks = rerun.benchmark.tasks.map((each) => rescored(each, scoreOf(each), each.random));
        if (!rerun.selects(task.id, tasks)) continue;
        return { kind: 'weight', component, from, to, weights: moved, size: roundTo(Math.abs(to - from), 6) };
      }
    }
  }
  return ruledOut(
    movable.length === 0
      ? noWeight
      : `none of the weights tried would select it (0 to 1 ${inSteps}, with the other weights rescaled)`,
  );
}

/** Whether the score decides more than the order, so that lanes do not limit the effect of weights. */
function scoreDecidesMore({ plan }: Rerun): boolean {
  const { where, group } = fieldUses(plan);
  const listed = ordersOf(plan).some(({ kind, field }) => kind === 'values' && field === 'score');
  return listed || [...where, ...group, ...plan.select.ensure.map(({ by }) => by)].includes('score');
}

function ordersOf({ select }: BenchmarkPlan): readonly Preference[] {
  return [...select.prefer, ...select.ensure.flatMap(({ prefer }) => prefer)];
}

function whyNot({ race, limit }: Lane, { group }: TaskStanding, { fields }: Rerun): string {
  if (race.keysBefore === undefined) return 'the order does not use the score';
  if (group.allocated === 0) return 'the group has no places';
  if (race.alwaysAhead < limit) return noWeight;
  const keys = joinWords(race.keysBefore.map((key) => describePreference(key, fields)));
  return `the group has ${countOf(limit, 'place')}, and ${countOf(race.alwaysAhead, 'task ranks', 'tasks rank')} higher on ${race.keysBefore.length === 1 ? 'a criterion that comes' : 'criteria that come'} before the score (${keys})`;
}

/** A way in which weights could select the task: it must be among the first `limit` of a race. */
type Lane = { readonly race: ScoreRace; readonly limit: number };

/** The lane by rank is exact; the `ensure` lanes are generous. A task outside every lane can't be selected. */
function weightLanes(task: ScoredTask, { group }: TaskStanding, rerun: Rerun): { rank: Lane; ensure: Lane[] } {
  const { prefer } = rerun.plan.select;
  const others = group.ranking.filter((other) => other !== task).map((other) => [other, ...rerun.replacedBy(other)]);
  const entries = ensureEntries(rerun.plan);
  return {
    rank: { race: scoreRace(task, others, prefer), limit: group.allocated },
    ensure: entries.flatMap((entry, at) =>
      isOf(task, entry) ? ensureLane(task, entry, entries.slice(0, at), rerun) : [],
    ),
  };
}

/** The lanes that changing one weight leaves open, with only the rivals whose order it can change. */
function narrowedLanes(
  task: ScoredTask,
  lanes: readonly Lane[],
  component: string,
  { weights, decimals }: ScoreRule,
): readonly Lane[] {
  const ends = [0, 1].flatMap((to) => moveWeight(weights, component, to) ?? []);
  // Rounding of weights and scores can reverse a smaller lead.
  const slack = 4 * 10 ** -decimals + 4e-6 * weights.size;
  // A rival that leads by more than the slack at both extremes of the weight leads everywhere in between.
  const leads = ({ lowerWins }: ScoreRace, rival: ScoredTask) =>
    ends.every((end) => {
      const lead = weightedScore(rival.parts, end, decimals) - weightedScore(task.parts, end, decimals);
      return (lowerWins ? -lead : lead) > slack;
    });
  return lanes
    .map(({ race, limit }) => {
      const rivals = race.rivals.filter((rival) => !rival.some((each) => leads(race, each.task)));
      const alwaysAhead = race.alwaysAhead + race.rivals.length - rivals.length;
      return { race: { ...race, alwaysAhead, rivals }, limit };
    })
    .filter(({ race, limit }) => race.alwaysAhead < limit);
}

function ensureLane(
  task: ScoredTask,
  entry: EnsureEntry,
  earlier: readonly EnsureEntry[],
  { benchmark }: Rerun,
): Lane[] {
  const { rule, value } = entry;
  let [fewestRanked, mostRanked] = [0, 0];
  const others: ScoredTask[][] = [];
  for (const { ranking, allocated } of benchmark.groups) {
    const having = ranking.filter((each) => isOf(each, entry));
    fewestRanked += Math.max(0, allocated - (ranking.length - having.length));
    mostRanked += Math.min(allocated, having.length);
    for (const each of having) if (each !== task) others.push([each]);
  }
  const mostMissing = rule.atLeast - fewestRanked;
  if (mostMissing <= 0) return [];
  // Earlier entries may add tasks with this value, unless they are for another value of the same field.
  const also = earlier.filter((each) => each.rule.by !== rule.by || each.value === value);
  // Tasks that are ahead but already have a place do not compete.
  const limit = mostMissing + mostRanked + sumOf(also, (each) => each.rule.atLeast);
  const race = scoreRace(task, others, rule.prefer);
  return race.alwaysAhead < limit ? [{ race, limit }] : [];
}

/** A task's competition on the score: tasks that tie on all keys before the score are rivals. */
interface ScoreRace {
  /** The number of tasks that are ahead whatever the score. */
  readonly alwaysAhead: number;
  /** The keys before the score; undefined if the order does not use the score. */
  readonly keysBefore: readonly Preference[] | undefined;
  /** Each rival with the excluded tasks that it replaces. It is ahead if any of them is. */
  readonly rivals: readonly (readonly Rival[])[];
  readonly lowerWins: boolean;
}

/** `winsTie`: whether it is ahead if the scores are equal. */
type Rival = { readonly task: ScoredTask; readonly winsTie: boolean };

/** Each element of `others` is a task followed by the excluded tasks that it replaces. */
function scoreRace(
  task: ScoredTask,
  others: readonly (readonly ScoredTask[])[],
  prefer: readonly Preference[],
): ScoreRace {
  const at = prefer.findIndex(({ field }) => field === 'score');
  const key = prefer[at];
  if (key === undefined) {
    const alwaysAhead = others.filter((other) => other.some((each) => isAhead(each, task, prefer))).length;
    return { alwaysAhead, keysBefore: undefined, rivals: [], lowerWins: false };
  }
  const keysBefore = prefer.slice(0, at);
  // A repeated score key can't break a tie on the score.
  const keysAfter = prefer.slice(at + 1).filter(({ field }) => field !== 'score');
  let alwaysAhead = 0;
  const rivals: Rival[][] = [];
  for (const other of others) {
    const signs = other.map((each) => compareByKeys(each, task, keysBefore));
    const level = other.filter((_, i) => signs[i] === 0);
    if (signs.some((sign) => sign < 0)) alwaysAhead += 1;
    else if (level.length > 0) {
      rivals.push(level.map((each) => ({ task: each, winsTie: isAhead(each, task, keysAfter) })));
    }
  }
  return { alwaysAhead, keysBefore, rivals, lowerWins: key.kind === 'field' && key.direction === 'asc' };
}

/** Whether fewer than `limit` tasks are ahead under the scores of `scoreOf`. */
function isAmongFirst(
  task: ScoredTask,
  { alwaysAhead, rivals, lowerWins }: ScoreRace,
  limit: number,
  scoreOf: (task: ScoredTask) => number,
): boolean {
  let ahead = alwaysAhead;
  if (ahead >= limit) return false;
  const own = scoreOf(task);
  const isFirst = (rival: Rival) => {
    const lead = (scoreOf(rival.task) - own) * (lowerWins ? -1 : 1);
    return lead > 0 || (lead === 0 && rival.winsTie);
  };
  for (const rival of rivals) {
    if (rival.some(isFirst)) ahead += 1;
    if (ahead >= limit) return false;
  }
  return true;
}
