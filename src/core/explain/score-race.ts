import type { Preference } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';
import { compareByKeys, isAhead } from './compare-tasks.js';

/** What weights can change of a task's place in an order: only those count that the keys before the score leave level. */
export interface ScoreRace {
  /** How many are ahead whatever the score. */
  readonly alwaysAhead: number;
  /** The keys that come before the score; undefined when the order does not look at the score. */
  readonly keysBefore: readonly Preference[] | undefined;
  /** The others, each by itself or by the tasks in whose place it stands: it is ahead when one of them is. */
  readonly rivals: readonly (readonly Rival[])[];
  /** Whether the lower score is the better one. */
  readonly lowerWins: boolean;
}

interface Rival {
  readonly task: ScoredTask;
  /** Whether it is ahead when the scores are equal. */
  readonly winsTie: boolean;
}

/** The race of a task against others in an order; each other comes with the tasks in whose place it stands. */
export function scoreRace(
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
  // Whoever ties on the score ties on it again.
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

/**
 * The race with the rivals settled that lead by more than `slack` wherever the weights may go: a lead changes in a
 * straight line, so its values at both ends bound it.
 */
export function narrowed(race: ScoreRace, leadsOf: (rival: ScoredTask) => readonly number[], slack: number): ScoreRace {
  const sign = race.lowerWins ? -1 : 1;
  const open = race.rivals.filter(
    (rival) => !rival.some(({ task }) => leadsOf(task).every((lead) => sign * lead > slack)),
  );
  return { ...race, alwaysAhead: race.alwaysAhead + race.rivals.length - open.length, rivals: open };
}

/** Whether fewer than `limit` are ahead of the task once `scoreOf` gives the scores. */
export function isAmongFirst(
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
