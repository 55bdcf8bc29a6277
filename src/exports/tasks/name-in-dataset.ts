import { groupBy } from '../../core/lists/lists.js';
import type { Fault } from '../../core/model/errors.js';
import type { Row, RowFile } from '../../core/model/row-file.js';
import { didYouMean } from '../../core/text/nearest-name.js';
import { countOf } from '../../core/text/words.js';
import { asciiJson } from './escape.js';
import { type ExportTask, type LeftOut, type NamedTask, type Naming, shownName, shownNames } from './export-task.js';

/**
 * Names every task as the dataset does: by its id, or otherwise by one of its aliases. A benchmark without any tasks in
 * the dataset is left out, and a benchmark with some must be complete. Without a dataset, the ids are used unchecked.
 */
export function nameInDataset(
  tasks: readonly ExportTask[],
  { dataset, idOf = rowId }: { readonly dataset?: RowFile | undefined; readonly idOf?: RowName },
): Naming {
  if (dataset === undefined) return placeById(tasks);
  const ids = dataset.rows.map(idOf);
  const known = new Set(ids.filter((id) => id !== undefined));
  const wanted = new Set(tasks.flatMap((task) => [task.id, ...task.aliases]));
  const faults = datasetFaults(dataset, ids, wanted);
  const named: NamedTask[] = [];
  const leftOut: LeftOut[] = [];
  for (const [benchmark, members] of groupBy(tasks, (task) => task.benchmark)) {
    const found = members.flatMap((task) => {
      const name = [task.id, ...task.aliases].find((each) => known.has(each));
      return name === undefined ? [] : [{ task, name }];
    });
    if (found.length === 0) {
      const reason = `${dataset.file} has no tasks from ${shownName(benchmark)}`;
      for (const task of members) leftOut.push({ task, reason });
      continue;
    }
    for (const each of found) named.push(each);
    const has = new Set(found.map(({ task }) => task));
    const missing = members.filter((task) => !has.has(task)).map(({ id }) => id);
    if (missing.length === 0) continue;
    const message = `${countOf(missing.length, 'selected task')} from ${shownName(benchmark)} ${missing.length === 1 ? 'is' : 'are'} not in the dataset: ${shownNames(missing)}.${didYouMean(missing[0] ?? '', known)}`;
    const hint = 'Give the dataset that the selection was made from, or make a new selection from this one.';
    faults.push({ code: 'export/not-in-dataset', message, place: { file: dataset.file }, hint });
  }
  if (named.length === 0 && faults.length === 0) {
    const [example = ''] = known;
    const message = `none of the ${countOf(tasks.length, 'selected task')} are in the dataset. The first task in the dataset is ${shownName(example)}, and the first selected task is ${shownName(tasks[0]?.id ?? '')}.`;
    const hint = 'Give the dataset that the selection was made from.';
    faults.push({ code: 'export/not-in-dataset', message, place: { file: dataset.file }, hint });
  }
  return { named, leftOut, faults };
}

function datasetFaults(
  { file, rows }: RowFile,
  ids: readonly (string | undefined)[],
  wanted: ReadonlySet<string>,
): Fault[] {
  const without = ids.indexOf(undefined);
  if (rows.length === 0) return [{ code: 'export/dataset', message: 'the dataset has no rows.', place: { file } }];
  const faults: Fault[] = [];
  if (without !== -1) {
    const message = `row ${without + 1} has no ${rowIdColumn}, which every row must have.`;
    const hint = `Its columns are ${shownNames(Object.keys(rows[without] ?? {}))}.`;
    faults.push({ code: 'export/dataset', message, place: { file }, hint });
  }
  const selected = ids.filter((id) => id !== undefined && wanted.has(id));
  const twice = [...groupBy(selected, (id) => id)].flatMap(([id, list]) => (list.length > 1 ? (id ?? []) : []));
  if (twice.length > 0) {
    const message = `${countOf(twice.length, 'selected task')} ${twice.length === 1 ? 'has' : 'have'} more than one row: ${shownNames(twice)}.`;
    faults.push({ code: 'export/dataset-double', message, place: { file }, hint: 'Keep one row per task.' });
  }
  return faults;
}

/** Every task under its own id. */
export function placeById(tasks: readonly ExportTask[]): Naming {
  return { named: tasks.map((task) => ({ task, name: task.id })), leftOut: [], faults: [] };
}

const rowIdColumn = 'instance_id';

/** The id of a row; undefined if it has none. */
export function rowId(row: Row): string | undefined {
  const id = row[rowIdColumn];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

type RowName = (row: Row) => string | undefined;

/** The rows of the tasks, in the order of the file; none without a file. */
export function datasetRows(
  file: RowFile | undefined,
  tasks: readonly NamedTask[],
  idOf: RowName = rowId,
): readonly Row[] {
  const names = new Set(tasks.map(({ name }) => name));
  return (file?.rows ?? []).filter((row) => names.has(idOf(row) ?? ''));
}

/** Rows as JSON lines in ASCII: SWE-bench splits the file at every Unicode line break. */
export function jsonLines(rows: readonly Row[]): string {
  return rows.map((row) => `${asciiJson(row)}\n`).join('');
}

/** The predictions for the tasks, with the tasks that have none. */
export function predictionsOf(
  file: RowFile,
  tasks: readonly NamedTask[],
  idOf: RowName = rowId,
): { readonly rows: readonly Row[]; readonly without: readonly string[]; readonly faults: readonly Fault[] } {
  const rows = datasetRows(file, tasks, idOf);
  const found = groupBy(rows, idOf);
  const without = tasks.map(({ name }) => name).filter((name) => !found.has(name));
  const twice = [...found].filter(([, list]) => list.length > 1).map(([id]) => id ?? '');
  const faults: Fault[] = [];
  if (rows.length === 0) {
    const message = 'the file has no predictions for the exported tasks.';
    faults.push({ code: 'export/predictions', message, place: { file: file.file } });
  }
  if (twice.length > 0) {
    const message = `the file has more than one prediction for ${shownNames(twice)}, and the runner would silently use the last.`;
    faults.push({
      code: 'export/predictions',
      message,
      place: { file: file.file },
      hint: 'Keep one prediction per task.',
    });
  }
  return { rows, without, faults };
}
