import type { Fault } from '../core/model/fault.js';
import type { BenchmarkPlan, Plan, SourcePlan } from '../core/model/plan.js';
import type { Task } from '../core/model/task.js';
import type { RecordFiles } from './record-file.js';

/** What a source is asked for: one benchmark's tasks. */
export interface SourceRequest {
  readonly plan: Plan;
  readonly benchmark: BenchmarkPlan;
  /** Shared by the benchmarks of a plan, so that a file is read once. */
  readonly files: RecordFiles;
}

/** What a source found; what it could not read is a fault, never a gap. */
export interface SourceTasks {
  readonly tasks: readonly Task[];
  readonly faults: readonly Fault[];
}

/** A way to get tasks: one file each, one line in `sources`. */
export interface Source {
  readonly kind: SourcePlan['kind'];
  read(request: SourceRequest): SourceTasks;
}
