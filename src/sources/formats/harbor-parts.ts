import type { Sidecars } from '../documents/sidecars.js';
import { type DataRecord, isRecord } from '../format.js';

/** The places in a Harbor task that say what it is. */
export interface HarborParts {
  readonly task: DataRecord;
  readonly metadata: DataRecord;
  readonly environment: DataRecord;
  /** The row of the dataset that the task was made from. */
  readonly row: DataRecord;
  /** What the maker of a long-context task noted about the context. */
  readonly context: DataRecord;
}

const signs = ['task', 'metadata', 'agent', 'verifier', 'environment', 'version', 'schema_version'];

/** Whether the data of a task.toml is a Harbor task's and not another tool's. */
export function isHarborTask(data: DataRecord): boolean {
  return signs.some((sign) => data[sign] !== undefined);
}

/** The places of a task; one that is missing is empty. */
export function harborParts(data: DataRecord, sidecars: Sidecars): HarborParts {
  return {
    task: tableIn(data, 'task'),
    metadata: tableIn(data, 'metadata'),
    environment: tableIn(data, 'environment'),
    row: sidecars.record('tests/config.json'),
    context: sidecars.record('tests/task_metadata.json'),
  };
}

function tableIn(data: DataRecord, key: string): DataRecord {
  const value = data[key];
  return isRecord(value) ? value : {};
}
