import type { FieldValue } from './field.js';

/** One task as its source gives it. */
export interface Task {
  /** The plan's key of the benchmark it belongs to. */
  readonly benchmark: string;
  /** Unique within its benchmark, letter case apart. */
  readonly id: string;
  /** What is known of it; a field that is not known is not there. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** Where the task lies, relative to the benchmarks' root; unknown for a pool that has no folders. */
  readonly taskDir?: string | undefined;
}

/** The tasks of each benchmark, by the plan's key, in any order. */
export type Pools = ReadonlyMap<string, readonly Task[]>;

/** A label that the plan corrected. */
export interface LabelChange {
  readonly field: string;
  readonly from: FieldValue | undefined;
  readonly to: FieldValue;
}

/** A task with its labels corrected and its phase known. */
export interface ClassifiedTask extends Task {
  readonly phase: string;
  readonly changes: readonly LabelChange[];
}

/** A task with its score. */
export interface ScoredTask extends ClassifiedTask {
  /** Rounded as the plan says; this is the figure that orders and is published. */
  readonly score: number;
  /** Each component's value before weighting, unrounded, in [0, 1]. */
  readonly parts: Readonly<Record<string, number>>;
  /** The components that stood on the plan's `unknown`, because the task lacks the field. */
  readonly defaulted: readonly string[];
}

/** A task at any stage, so that a field can be asked of it. */
export type AnyTask = Task & Partial<Pick<ScoredTask, 'phase' | 'score'>>;

/** The task's value for a field, also for the ones Winnow derives (`id`, `phase`, `score`); undefined when not known. */
export function fieldValue(task: AnyTask, field: string): FieldValue | undefined {
  switch (field) {
    case 'id':
      return task.id;
    case 'phase':
      return task.phase;
    case 'score':
      return task.score;
    default:
      return task.fields[field];
  }
}
