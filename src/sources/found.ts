import type { TaskContents } from '../core/model/task.js';
import type { TaskFacts } from './facts/task-facts.js';
import type { Format } from './formats/task-format.js';
import type { KeptTask } from './pool-table/pool-row.js';

/** Something met on the way through files and folders. */
export type Found = FoundTask | FoundProblem | PassedOver;

/** A task; `path` is its folder or file, `row` its place there. */
export interface FoundTask {
  readonly kind: 'task';
  readonly format: Format;
  readonly facts: TaskFacts;
  /** What it consists of; undefined for a pool that ships with the program. */
  readonly contents?: TaskContents;
  /** What of its contents is not hashed, and why. */
  readonly unhashed?: readonly string[];
  readonly path: string;
  readonly row?: number;
}

/** Something that should have been a task and cannot be read. */
export interface FoundProblem {
  readonly kind: 'problem';
  readonly reason: string;
  readonly path: string;
  readonly row?: number;
}

/** A file of records of no known format, or a link or folder that is left alone; said, because silence hides mistakes. */
interface PassedOver {
  readonly kind: 'passed-over';
  readonly reason: string;
  readonly path: string;
}

/** A task from a pool table. */
export type KeptFound = FoundTask & { readonly facts: { readonly kept: KeptTask } };

/** Whether something that was found is a task from a pool table. */
export function isKept(found: Found): found is KeptFound {
  return found.kind === 'task' && found.facts.kept !== undefined;
}
