import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { cellText, hasAny } from '../facts/cells.js';
import { noId, type TaskFinding } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/**
 * The tasks listed in a registry.json of Harbor or Terminal-Bench, or in a dataset.toml of Harbor: only their names
 * and locations. If a file has several data sets, each is a separate benchmark.
 */
export const harborRegistry: RecordFormat = {
  kind: 'record',
  name: 'harbor-registry',
  title: 'Harbor registry or data set',
  matches,
  unfold: (document) =>
    isRegistry(document) ? entriesOf(document) : isDataset(document) ? entriesOf([document]) : undefined,
  read,
};

interface Dataset extends UnknownRecord {
  readonly tasks: readonly unknown[];
}

function matches(record: UnknownRecord): boolean {
  return hasAny(record, 'name') && hasAny(record, 'git_url', 'digest') && !hasAny(record, 'id');
}

function read(record: UnknownRecord): TaskFinding {
  const name = cellText(record['name']);
  if (name === undefined) return noId('name', record['name']);
  const path = cellText(record['path']);
  const dataset = cellText(record[datasetKey]);
  const digest = cellText(record['digest']);
  // A package is called ORG/NAME, its folder NAME.
  const others = [name, path ?? ''].map((text) => text.split('/').findLast((part) => part !== ''));
  return {
    id: name,
    aliases: [...new Set(others)].filter((other): other is string => other !== undefined && other !== name),
    labels: [],
    numbers: [],
    remarks: [],
    ...(dataset === undefined ? {} : { benchmark: dataset }),
    ...(path === undefined ? {} : { taskDir: path }),
    ...(digest?.startsWith('sha256:') === true ? { digest } : {}),
  };
}

function isDataset(value: unknown): value is Dataset {
  if (!isRecord(value) || !Array.isArray(value['tasks']) || value['tasks'].length === 0) return false;
  return value['tasks'].some((task) => isRecord(task) && matches(task));
}

/** A list of data sets, of which one may be empty. */
function isRegistry(value: unknown): value is readonly UnknownRecord[] {
  return Array.isArray(value) && value.every(isRecord) && value.some(isDataset);
}

/** The key for a task's data set, if a file has several. */
const datasetKey = 'dataset';

function* entriesOf(registry: readonly UnknownRecord[]): Iterable<unknown> {
  const names = registry.map((dataset) => cellText(dataset['name']) ?? '');
  for (const [i, dataset] of registry.entries()) {
    const { tasks = [], ...dataset_facts } = dataset;
    const name = names[i] ?? '';
    // Editions of one data set repeat its tasks.
    const isEdition = names.filter((other) => other === name).length > 1;
    const full = (isEdition ? `${name}@${cellText(dataset['version']) ?? i + 1}` : name).replaceAll('/', '-');
    const named = registry.length > 1 ? { [datasetKey]: full } : {};
    // Non-tasks are passed on, to be counted as broken.
    for (const task of Array.isArray(tasks) ? tasks : []) {
      yield isRecord(task) ? { ...task, dataset_facts, ...named } : task;
    }
  }
}
