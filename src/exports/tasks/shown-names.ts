import { groupBy } from '../../core/lists/group-by.js';
import type { Fault } from '../../core/model/fault.js';
import { visibleText } from '../../core/text/visible-text.js';
import { isBroken } from '../escape/unsayable.js';
import type { NamedTask } from './export-task.js';

const mostNames = 5;

/** A stranger's name as a sentence quotes it. */
export function shownName(name: string): string {
  return `"${visibleText(name, 120)}"`;
}

/** The first few names in a sentence: `"a", "b" and 3 more`. */
export function shownNames(names: readonly string[], most = mostNames): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).map(shownName).join(', ')}${more}`;
}

/** Names that cannot be written at all, and names that the runner would take for one another. */
export function nameFaults(
  tasks: readonly NamedTask[],
  runner: { readonly title: string; identityOf?(named: NamedTask): string },
): Fault[] {
  const broken = tasks.filter(({ name }) => isBroken(name)).map(({ name }) => name);
  const faults: Fault[] = [];
  if (broken.length > 0) {
    const message = `these names hold half a character and cannot be written as text: ${shownNames(broken)}.`;
    faults.push({ code: 'export/unsayable', message, hint: 'Fix the ids at their source.' });
  }
  for (const [name, same] of groupBy(tasks, (named) => runner.identityOf?.(named) ?? named.name)) {
    if (same.length < 2) continue;
    const who = same.map(({ task }) => `${task.benchmark}/${task.id}`);
    faults.push({
      code: 'export/collision',
      message: `${shownNames(who)} would all be ${shownName(name)} to ${runner.title}.`,
      hint: isWithinOne(same)
        ? 'Rename one at its source, or exclude one.'
        : 'Export them apart, with --benchmark, or rename one at its source.',
    });
  }
  return faults;
}

/** Whether two of them are of one benchmark, which no --benchmark tells apart. */
function isWithinOne(tasks: readonly NamedTask[]): boolean {
  return new Set(tasks.map(({ task }) => task.benchmark)).size < tasks.length;
}

/** Faults for names that a runner's own way of reading them cannot hold, all in one. */
export function unsayableFaults(
  tasks: readonly NamedTask[],
  reasonOf: (name: string) => string | undefined,
  hint: string,
): Fault[] {
  const reasons = groupBy(
    tasks.flatMap(({ name }) => {
      const reason = reasonOf(name);
      return reason === undefined ? [] : [{ name, reason }];
    }),
    ({ reason }) => reason,
  );
  return [...reasons].map(([reason, names]) => ({
    code: 'export/unsayable',
    message: `${shownNames(names.map(({ name }) => name))} cannot be said there: ${reason}.`,
    hint,
  }));
}
