import type { Fault } from '../core/model/fault.js';
import { type Shard, shardOfTasks } from '../core/schedule/shard-of-tasks.js';
import { waveOrder } from '../core/schedule/wave-order.js';
import { compareText } from '../core/text/compare-text.js';
import { countOf } from '../core/text/count-of.js';
import type { ExportTask } from './export-task.js';
import type { PlacedTask } from './runner.js';

/** Which part of what can be run is exported. */
export interface Portion {
  /** The first so many in the order of waves. */
  readonly limit?: number | undefined;
  /** Of those, one of several equal parts. */
  readonly shard?: Shard | undefined;
}

/** The part that is asked for, by benchmark and id: first the limit, then the shard of what it leaves. */
export function chosenTasks(
  placed: readonly PlacedTask[],
  { limit, shard }: Portion,
  seed: string,
): readonly PlacedTask[] {
  const of = new Map(placed.map((each) => [each.task, each]));
  let tasks: readonly ExportTask[] = placed.map(({ task }) => task);
  if (limit !== undefined) tasks = waveOrder(tasks, seed).slice(0, limit);
  if (shard !== undefined) tasks = shardOfTasks(tasks, shard, seed);
  return tasks
    .toSorted((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id))
    .flatMap((task) => of.get(task) ?? []);
}

/** What is wrong with a portion. */
export function portionFaults({ limit, shard }: Portion, repeat: number): Fault[] {
  const faults: Fault[] = [];
  if (limit !== undefined && !isCount(limit)) {
    faults.push({ code: 'export/limit', message: `the limit is ${limit}; it must be a whole number of at least 1.` });
  }
  if (shard !== undefined && !(isCount(shard.count) && isCount(shard.index) && shard.index <= shard.count)) {
    const message = `shard ${shard.index} of ${shard.count} is none: expected K/N with K from 1 to N.`;
    faults.push({ code: 'export/shard', message });
  }
  if (!isCount(repeat) || repeat > mostRepeats) {
    const message = `each task is to be run ${countOf(repeat, 'time')}; expected a whole number from 1 to ${mostRepeats}.`;
    faults.push({ code: 'export/repeat', message });
  }
  return faults;
}

const mostRepeats = 1000;

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}
