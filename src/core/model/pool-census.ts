/** A larger pool is hashed by one sum over its tasks, and only selected tasks have a hash each, however the pool is read. */
const mostTasksHashed = 100_000;

/** Whether a pool of this size is a large one. */
export function isLargePool(tasks: number): boolean {
  return tasks > mostTasksHashed;
}
