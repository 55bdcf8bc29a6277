import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import type { Sidecars } from '../documents/sidecars.js';

/** The places in a Harbor task that say what it is. */
export interface HarborParts {
  readonly task: UnknownRecord;
  readonly metadata: UnknownRecord;
  readonly environment: UnknownRecord;
  /** The row of the dataset that the task was made from. */
  readonly row: UnknownRecord;
  /** What the maker of a long-context task noted about the context. */
  readonly context: UnknownRecord;
}

const signs = ['task', 'metadata', 'agent', 'verifier', 'environment', 'version', 'schema_version'];

/** Whether the data of a task.toml is a Harbor task's and not another tool's. */
export function isHarborTask(data: UnknownRecord): boolean {
  return signs.some((sign) => data[sign] !== undefined);
}

/** The places of a task; one that is missing is empty. */
export function harborParts(data: UnknownRecord, sidecars: Sidecars): HarborParts {
  return {
    task: tableIn(data, 'task'),
    metadata: tableIn(data, 'metadata'),
    environment: tableIn(data, 'environment'),
    row: sidecars.record('tests/config.json'),
    context: sidecars.record('tests/task_metadata.json'),
  };
}

function tableIn(data: UnknownRecord, key: string): UnknownRecord {
  const value = data[key];
  return isRecord(value) ? value : {};
}
