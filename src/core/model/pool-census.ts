/** The hash of a larger pool is one sum over its tasks, and only its selected tasks have individual hashes. */
const mostTasksHashed = 100_000;

export function isLargePool(tasks: number): boolean {
  return tasks > mostTasksHashed;
}
