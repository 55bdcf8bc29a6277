import { type NamedTask, TaskIndex } from './task-index.js';

/** Tells whether a name is that of one of the tasks that are asked about, so that of very long results only theirs are kept. */
export function askedAbout(tasks: readonly NamedTask[]): (name: string) => boolean {
  // Made when it is first asked: few results are so long.
  let index: TaskIndex | undefined;
  return (name) => {
    index ??= new TaskIndex(tasks);
    return index.find(name) !== undefined;
  };
}
