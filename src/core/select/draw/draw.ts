import type { Fault, Warning } from '../../model/fault.js';
import type { ScoredTask } from '../../model/task.js';

/** What a draw took from one group. */
export interface Draw {
  /** All tasks of the group, the drawn ones first. */
  readonly order: readonly ScoredTask[];
  /** The chance each had of being drawn, in (0, 1]. */
  readonly probability: (task: ScoredTask) => number;
  /** What a draw that balances looked at; undefined for one that does not. */
  readonly balance: ((task: ScoredTask) => Readonly<Record<string, number>>) | undefined;
  readonly warnings: readonly Warning[];
  readonly faults: readonly Fault[];
}

/** A group to draw from. */
export interface DrawFrom {
  /** By id. */
  readonly tasks: readonly ScoredTask[];
  /** How many to draw; from 0 to all. */
  readonly places: number;
  /** The fields the method looks at. */
  readonly by: readonly string[];
  readonly seed: string;
  /** The benchmark and the group, so that no two groups share random numbers. */
  readonly stratum: string;
  /** The benchmark, for messages. */
  readonly benchmark: string;
}

/** A draw in which every task has the same chance. */
export function evenDraw({ tasks, places }: DrawFrom, order: readonly ScoredTask[]): Draw {
  const probability = places / tasks.length;
  return { order, probability: () => probability, balance: undefined, warnings: [], faults: [] };
}

/** The drawn tasks first, then the others; both by id. */
export function drawnFirst(tasks: readonly ScoredTask[], drawn: readonly number[]): readonly ScoredTask[] {
  const isDrawn = new Set(drawn);
  return [...tasks.filter((_, i) => isDrawn.has(i)), ...tasks.filter((_, i) => !isDrawn.has(i))];
}
