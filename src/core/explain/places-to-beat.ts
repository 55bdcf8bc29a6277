import type { Preference } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';
import { addedBy, ensureEntries, isOf } from './ensure-entries.js';
import type { Standing } from './explanation.js';
import type { Rerun } from './rerun.js';

/** A place that a task could have had: whoever is ahead of its holder in the order gets it. */
export interface PlaceToBeat {
  readonly by: 'rank' | 'ensure';
  readonly holder: ScoredTask;
  /** Whose keys are to be beaten: the holder's, or those of the excluded task in whose place it stands. */
  readonly bar: ScoredTask;
  readonly prefer: readonly Preference[];
}

/** The last place of the task's group and the last one of each `ensure` entry that added tasks of its kind. */
export function placesToBeat(task: ScoredTask, { group }: Standing, rerun: Rerun): PlaceToBeat[] {
  const { plan, benchmark } = rerun;
  const { prefer } = plan.select;
  const last = group.ranking[group.allocated - 1];
  const ranked: PlaceToBeat[] =
    last === undefined ? [] : [{ by: 'rank', holder: last, bar: rerun.placeOf(last, prefer), prefer }];
  const ensured = ensureEntries(plan)
    .filter((entry) => isOf(task, entry))
    .flatMap((entry): PlaceToBeat[] => {
      const holder = addedBy(entry, benchmark.choices).at(-1);
      return holder === undefined ? [] : [{ by: 'ensure', holder, bar: holder, prefer: entry.rule.prefer }];
    });
  return [...ranked, ...ensured];
}
