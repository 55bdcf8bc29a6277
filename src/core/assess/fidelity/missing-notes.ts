import { groupBy } from '../../lists/group-by.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import { groupKey } from '../../select/group-tasks.js';
import { countOf } from '../../text/count-of.js';
import type { JudgedBenchmark } from './judged-together.js';

/** From this share on, missing results are described and not only counted. */
const muchMissing = 0.05;
/** A smaller group missing says nothing. */
const leastGroup = 5;

/** Who lacks many results, and the group where most are lacking: what is missing is seldom missing by chance. */
export function missingNotes(judged: readonly JudgedBenchmark[]): string[] {
  return judged.flatMap(({ benchmark, witnesses }) => {
    const { name, select } = benchmark.plan;
    const tasks = benchmark.groups.flatMap(({ ranking }) => ranking);
    return witnesses.systems.flatMap((system) => {
      const isMissing = (task: (typeof tasks)[number]) => system.byTask.get(taskKey(task))?.state !== 'scored';
      const missing = tasks.filter(isMissing).length;
      if (missing < muchMissing * tasks.length) return [];
      const rule = select.group;
      const groups = rule === undefined ? [] : [...groupBy(tasks, (task) => groupKey(task, rule) ?? '')];
      const [worst] = groups
        .filter(([, members]) => members.length >= leastGroup)
        .map(([key, members]) => ({ key, size: members.length, missing: members.filter(isMissing).length }))
        .sort((a, b) => b.missing / b.size - a.missing / a.size || b.size - a.size);
      const most =
        worst === undefined || worst.missing === 0
          ? ''
          : `, most of all in ${rule?.by} ${worst.key} (${worst.missing} of ${worst.size})`;
      return [`${name}: ${system.name} has no result on ${missing} of ${countOf(tasks.length, 'task')}${most}.`];
    });
  });
}
