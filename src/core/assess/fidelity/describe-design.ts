import type { TakenTasks } from './taken-tasks.js';

/** In words, the random design that a choice is compared with. */
export function describeDesign(taken: readonly TakenTasks[]): string {
  const [design = '', ...others] = new Set(taken.map(designOf));
  return others.length === 0 ? design : 'the random design of each benchmark, as named below, weighted';
}

function designOf({ plan: { select } }: TakenTasks): string {
  const groups = select.group === undefined ? '' : ` within ${select.group.by}`;
  if (select.draw === undefined) {
    return select.group === undefined
      ? 'simple random samples of as many tasks'
      : `stratified random samples with as many tasks of each ${select.group.by}, weighted`;
  }
  return `the plan's own design, redrawn: ${select.draw.method} samples${groups}, weighted`;
}
