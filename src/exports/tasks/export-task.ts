import type { Manifest } from '../../core/manifest/manifest.js';
import type { Fault } from '../../core/model/fault.js';
import { type ScheduledTask, stratumOf } from '../../core/schedule/schedule.js';
import { lastPart } from './folder-path.js';

/** A selected task, as a runner's export sees it. */
export interface ExportTask extends ScheduledTask {
  readonly aliases: readonly string[];
  /** Where it lies, relative to where the plan's sources are; undefined when it has no folder of its own. */
  readonly folder: string | undefined;
  readonly entry: Manifest['tasks'][number];
}

/** A task under the name that the runner knows it by. */
export interface NamedTask {
  readonly task: ExportTask;
  readonly name: string;
  /** What the runner itself knows its content by, such as `sha256:…`; undefined where there is no such thing. */
  readonly digest?: string | undefined;
}

/** A task that the runner cannot run, and why. */
export interface LeftOut {
  readonly task: ExportTask;
  readonly reason: string;
}

/** What a runner can make of tasks. */
export interface Naming {
  readonly named: readonly NamedTask[];
  readonly leftOut: readonly LeftOut[];
  readonly faults: readonly Fault[];
}

/** The tasks of a manifest. */
export function exportTasks({ tasks }: Manifest): readonly ExportTask[] {
  return tasks.map((entry) => ({
    benchmark: entry.benchmark,
    id: entry.task_id,
    stratum: stratumOf(entry),
    aliases: entry.aliases,
    folder: ownFolder(entry.task_dir),
    entry,
  }));
}

/** A folder that is not that of all sources: `.` is where a table of many tasks lies, and no task. */
function ownFolder(folder: string | null): string | undefined {
  return folder === null || lastPart(folder) === '' ? undefined : folder;
}
