const taskRuns = 2_000_000;
const fewest = 20;

/** How many runs may be spent on a question: as many as wanted, fewer for a benchmark so large that it would take minutes. */
export function runBudget(wanted: number, tasks: number): number {
  return Math.max(fewest, Math.min(wanted, Math.floor(taskRuns / tasks)));
}
