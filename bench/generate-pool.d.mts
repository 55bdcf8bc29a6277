/** A pool of any size, the same for the same size. */
export function generatedTasks(
  count: number,
): { benchmark: string; id: string; fields: Record<string, string | number> }[];

/** The plan for it, which reads the tasks from `pool.jsonl`. */
export function generatedPlan(count: number): string;
