import { describeChoice } from '../describe/describe-choice.js';
import type { AppliedExclusion } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import type { Chosen } from '../select/select-tasks.js';
import type { ExcludedVerdict } from './explanation.js';
import { findStanding } from './find-standing.js';
import type { Rerun } from './rerun.js';

/** An excluded task: the reason, and what comes of lifting the exclusion. */
export function explainExcluded(task: ScoredTask, exclusion: AppliedExclusion, rerun: Rerun): ExcludedVerdict {
  const { effect, chosen } = rerun.lifted(task);
  const runs = chosen.faults.length === 0;
  const selected = runs && chosen.choices.some((choice) => choice.task.id === task.id);
  const words = runs ? standingWords(task, chosen, rerun) : 'the run would stop';
  return { kind: 'excluded', exclusion, ifLifted: { ...effect, selected, words } };
}

function standingWords(task: ScoredTask, { choices, groups }: Chosen, { plan, fields, benchmark }: Rerun): string {
  const choice = choices.find((each) => each.task.id === task.id);
  if (choice !== undefined) return describeChoice(choice, fields);
  return findStanding(task, groups, plan, fields, benchmark.census)?.words ?? 'it would still not be eligible';
}
