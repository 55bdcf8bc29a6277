import type { ScoreRule } from '../model/plan.js';
import type { ScoredTask } from '../model/task.js';
import { weightedScore } from '../score/weighted-score.js';
import { type EnsureEntry, ensureEntries, isOf } from './ensure-entries.js';
import type { Standing } from './explanation.js';
import { moveWeight } from './move-weight.js';
import type { Rerun } from './rerun.js';
import { narrowed, type ScoreRace, scoreRace } from './score-race.js';

/** A way in that weights could open: the task must be among the first `limit` of a race. */
export interface Lane {
  readonly race: ScoreRace;
  readonly limit: number;
}

/** The lane by rank, which is exact, and those by `ensure`, which are generous: a task outside every lane cannot come in. */
export function weightLanes(task: ScoredTask, { group }: Standing, rerun: Rerun): { rank: Lane; ensure: Lane[] } {
  const { prefer } = rerun.plan.select;
  const others = group.ranking.filter((other) => other !== task).map((other) => [other, ...rerun.replacedBy(other)]);
  const entries = ensureEntries(rerun.plan);
  return {
    rank: { race: scoreRace(task, others, prefer), limit: group.allocated },
    ensure: entries.flatMap((entry, at) =>
      isOf(task, entry) ? ensureLane(task, entry, mostAlsoAdded(entry, entries.slice(0, at)), rerun) : [],
    ),
  };
}

/** The lanes that moving one weight leaves open, with only the rivals that it can move past the task or behind it. */
export function narrowedLanes(
  task: ScoredTask,
  lanes: readonly Lane[],
  component: string,
  { weights, decimals }: ScoreRule,
): readonly Lane[] {
  const ends = [0, 1].flatMap((to) => moveWeight(weights, component, to) ?? []);
  // Rounding, of the weights and of the scores, may turn a lead that is smaller.
  const slack = 4 * 10 ** -decimals + 4e-6 * weights.size;
  const leadAt = (rival: ScoredTask) =>
    ends.map((end) => weightedScore(rival.parts, end, decimals) - weightedScore(task.parts, end, decimals));
  return lanes
    .map(({ race, limit }) => ({ race: narrowed(race, leadAt, slack), limit }))
    .filter(({ race, limit }) => race.alwaysAhead < limit);
}

function ensureLane(task: ScoredTask, entry: EnsureEntry, alsoAdded: number, { benchmark }: Rerun): Lane[] {
  let fewestRanked = 0;
  let mostRanked = 0;
  const others: ScoredTask[] = [];
  for (const { ranking, allocated } of benchmark.groups) {
    const having = ranking.filter((each) => isOf(each, entry));
    fewestRanked += Math.max(0, allocated - (ranking.length - having.length));
    mostRanked += Math.min(allocated, having.length);
    for (const each of having) if (each !== task) others.push(each);
  }
  const mostMissing = entry.rule.atLeast - fewestRanked;
  if (mostMissing <= 0) return [];
  // Whoever is ahead and has a place already does not stand in the way.
  const limit = mostMissing + mostRanked + alsoAdded;
  const race = scoreRace(
    task,
    others.map((other) => [other]),
    entry.rule.prefer,
  );
  return race.alwaysAhead < limit ? [{ race, limit }] : [];
}

/** How many tasks of the entry's value earlier entries can have added: none by another value of the same field. */
function mostAlsoAdded({ rule, value }: EnsureEntry, earlier: readonly EnsureEntry[]): number {
  return earlier
    .filter((each) => each.rule.by !== rule.by || each.value === value)
    .reduce((sum, each) => sum + each.rule.atLeast, 0);
}
