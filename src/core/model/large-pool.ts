/**
 * A pool of more tasks than this is told of by one sum over all of them; hashes of single tasks are given of the selected
 * ones alone. It is a property of the pool, whatever reads or counts it, so that the same tasks give the same bytes.
 */
const mostTasksHashed = 100_000;

/** Whether a pool of so many tasks is a large one. */
export function isLargePool(tasks: number): boolean {
  return tasks > mostTasksHashed;
}
