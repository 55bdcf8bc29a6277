import { itemAt, ListView } from '../core/lists/list-view.js';
import { countOf } from '../core/text/count-of.js';
import { visibleText } from '../core/text/visible-text.js';
import type { ReadingNotes } from './content/reading-notes.js';
import type { FoundList, OutcomeOptions } from './formats/result-format.js';

/** A way in which results name tasks. */
interface TaskPattern {
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

/** The results under the ids that the patterns find in the names of their tasks; how often each pattern fits is a warning. */
export function withTaskIds(found: FoundList, { taskPatterns = [] }: OutcomeOptions, notes: ReadingNotes): FoundList {
  if (taskPatterns.length === 0) return found;
  const patterns = taskPatterns.map(patternOf);
  const counts = new Map(patterns.map((pattern) => [pattern, 0]));
  let file = '';
  for (const { taskId, place } of found) {
    const fitting = patterns.find((pattern) => fits(pattern, taskId));
    if (fitting === undefined) continue;
    if (file === '') file = place.file ?? '';
    counts.set(fitting, (counts.get(fitting) ?? 0) + 1);
  }
  for (const [{ text }, count] of counts) {
    const shown = visibleText(text, 60);
    const message = (n: number) =>
      n === 0
        ? `no task in the results is named like "${shown}" (--task-pattern).`
        : `${countOf(n, 'result')} whose task is named like "${shown}": the id is the part at {id}.`;
    notes.warn('outcomes/task-pattern', file, message, count, text);
  }
  return new ListView(found.length, (index) => {
    const outcome = itemAt(found, index);
    const taskId = idIn(patterns, outcome.taskId);
    return taskId === outcome.taskId ? outcome : { ...outcome, taskId };
  });
}

/** The question whether a task is asked about, put for the id in its name as well. */
export function wantedById({ isWanted, taskPatterns = [] }: OutcomeOptions): OutcomeOptions['isWanted'] {
  if (isWanted === undefined || taskPatterns.length === 0) return isWanted;
  const patterns = taskPatterns.map(patternOf);
  return (name) => isWanted(idIn(patterns, name));
}

function patternOf(text: string): TaskPattern {
  const [before = '', after = ''] = text.split('{id}');
  return { text, before, after };
}

function fits({ before, after }: TaskPattern, name: string): boolean {
  return name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after);
}

function idIn(patterns: readonly TaskPattern[], name: string): string {
  const fitting = patterns.find((pattern) => fits(pattern, name));
  return fitting === undefined ? name : name.slice(fitting.before.length, name.length - fitting.after.length);
}
