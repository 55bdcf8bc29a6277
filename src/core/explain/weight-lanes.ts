import type { ScoredTask } from '../model/task.js';
import { type EnsureEntry, ensureEntries, isOf } from './ensure-entries.js';
import type { Standing } from './explanation.js';
import type { Rerun } from './rerun.js';
import { type ScoreRace, scoreRace } from './score-race.js';

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

function ensureLane(task: ScoredTask, entry: EnsureEntry, alsoAdded: number, { benchmark }: Rerun): Lane[] {
  let fewestRanked = 0;
  let mostRanked = 0;
  const others: ScoredTask[] = [];
  for (const { ranking, allocated } of benchmark.groups) {
    const having = ranking.filter((each) => isOf(each, entry));
    fewestRanked += Math.max(0, allocated - (ranking.length - having.length));
    mostRanked += Math.min(allocated, having.length);
    others.push(...having.filter((each) => each !== task));
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
