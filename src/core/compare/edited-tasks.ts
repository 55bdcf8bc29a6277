import { groupBy } from '../lists/group-by.js';
import type { TaskEntry } from '../manifest/csv-columns.js';
import type { Manifest } from '../manifest/manifest.js';
import type { Difference } from '../manifest/read-manifest.js';
import { countOf } from '../text/count-of.js';
import { namesOf } from '../text/shown.js';
import type { Drift } from './drift.js';
import { editSentence } from './manifest-edits.js';
import { taskKey } from './recount.js';
import { valueDifferences } from './value-differences.js';

/** Tasks that came, went, or are listed with other values than the plan and the pool give. */
export function taskEdits(found: Manifest, now: Manifest, { settled }: Drift): Difference[] {
  const listed = new Map(found.tasks.map((task) => [taskKey(task), task]));
  const selected = new Map(now.tasks.map((task) => [taskKey(task), task]));
  const missing = now.tasks.filter((task) => !listed.has(taskKey(task)));
  const extra = [...listed.values()].filter((task) => !selected.has(taskKey(task)));
  const pairs = [...listed].flatMap(([key, task]) => {
    const other = selected.get(key);
    return other === undefined ? [] : [{ key, differences: valueDifferences(task, asKnown(other, task)), task }];
  });
  const edited = pairs.filter(({ task }) => settled.has(task.benchmark));
  const moved = pairs.filter(({ task, differences }) => !settled.has(task.benchmark) && differences.length > 0);
  return [
    ...missing.map((task) => ({
      code: 'task/missing',
      message: `${named(task)} is selected now and not in selection.json.`,
    })),
    ...extra.map((task) => ({
      code: 'task/extra',
      message: `${named(task)} is in selection.json and not selected now.`,
    })),
    ...edited.flatMap(({ key, differences }) =>
      differences.map((each) => {
        const path = `tasks.${key}.${each.path}`;
        return { code: 'task/edited', message: editSentence(path, each.found, each.expected), path };
      }),
    ),
    ...[...groupBy(moved, ({ task }) => task.benchmark)].map(([benchmark, tasks]) => ({
      code: 'task/moved',
      message: `${countOf(tasks.length, 'task')} of ${benchmark} ${tasks.length === 1 ? 'has' : 'have'} other values now (${changedKeys(tasks)}): ${namesOf(tasks.map(({ task }) => task.task_id))}.`,
    })),
  ];
}

/** A task without the digest where an earlier program wrote none; its contents are compared anyway. */
function asKnown(task: TaskEntry, found: TaskEntry): Partial<TaskEntry> {
  const { digest, ...rest } = task;
  return digest === undefined || found.digest === undefined ? rest : task;
}

/** What differs, by the keys of the manifest: "score, rank". */
function changedKeys(tasks: readonly { readonly differences: readonly { readonly path: string }[] }[]): string {
  return [
    ...new Set(tasks.flatMap(({ differences }) => differences.map(({ path }) => path.split('.')[0] ?? path))),
  ].join(', ');
}

function named(task: TaskEntry): string {
  return `task ${taskKey(task)}`;
}
