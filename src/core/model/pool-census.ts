/** A larger pool gets one sum over its tasks as its hash, and only selected tasks have hashes in its manifest. */
const mostTasksHashed = 100_000;

export function isLargePool(tasks: number): boolean {
  return tasks > mostTasksHashed;
}
