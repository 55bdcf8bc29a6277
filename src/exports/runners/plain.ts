import { groupBy } from '../../core/lists/lists.js';
import { formOne } from '../../core/manifest/form-one.js';
import type { Row, RowFile, TableColumn } from '../../core/model/row-file.js';
import { taskKey } from '../../core/outcomes/match-outcomes.js';
import { csvText, inertText } from '../../core/text/csv-text.js';
import { didYouMean } from '../../core/text/nearest-name.js';
import { countOf } from '../../core/text/words.js';
import { unsayableLine } from '../tasks/escape.js';
import {
  type ExportTask,
  type NamedTask,
  type Naming,
  refused,
  shownName,
  shownNames,
  unsayableFaults,
} from '../tasks/export-task.js';
import { nameInDataset, placeById } from '../tasks/name-in-dataset.js';
import { rowColumns } from './hugging-face.js';
import { type NamingInput, type Runner, type RunnerInput, type RunnerSettings, when } from './runner.js';

/** A plain list: one id per line, in the source's spelling, without a header. */
export const ids: Runner = {
  name: 'ids',
  title: 'any runner (list of ids)',
  reads: [],
  nameTasks: placeById,
  write(tasks) {
    const content = tasks.map(({ name }) => `${name}\n`).join('');
    const hint = 'Use --to csv or --to parquet, which can contain any id.';
    return {
      files: [{ name: 'ids.txt', content, about: 'one id per line, UTF-8, no header' }],
      faults: unsayableFaults(tasks, unsayableLine, hint),
    };
  },
};

/** The parts that both tables share. */
const tableRunner: Pick<Runner, 'reads' | 'nameTasks' | 'identityOf'> = {
  reads: ['dataset', 'idColumn'],
  nameTasks: nameByAnyColumn,
  identityOf: ({ task }) => taskKey(task),
};

/** A table of the tasks as CSV. */
export const csv: Runner = {
  name: 'csv',
  title: 'any CSV reader',
  ...tableRunner,
  write(tasks, input) {
    const guarded: string[] = [];
    const cellOf = (value: TableColumn['values'][number]) => {
      if (typeof value === 'number' || value === null) return value;
      const text = cellText(value);
      const inert = isNumber.test(text) ? text : inertText(text);
      if (inert !== text) guarded.push(text);
      return inert;
    };
    const columns = columnsOf(tasks, input);
    const rows = tasks.map((_, row) => columns.map(({ values }) => cellOf(values[row] ?? null)));
    const content = csvText([columns.map(({ name }) => inertText(name)), ...rows]);
    const note = `${countOf(guarded.length, 'cell')} could run as ${guarded.length === 1 ? 'a formula' : 'formulas'} in a spreadsheet, so Winnow put an apostrophe in front, which readers of the file must remove: ${shownNames([...new Set(guarded)])}.`;
    return {
      files: [{ name: 'tasks.csv', content, about: 'one row per task; RFC 4180, UTF-8, LF' }],
      notes: when(guarded.length > 0, note),
    };
  },
};

/** A table of the tasks in Parquet: any id, and numbers as numbers. */
export const parquet: Runner = {
  name: 'parquet',
  title: 'any Parquet reader',
  ...tableRunner,
  write(tasks, input) {
    const { columns, renamed } = distinctColumns(columnsOf(tasks, input));
    const note = `Parquet ignores letter case in column names, so Winnow renamed these: ${renamed.join(', ')}.`;
    return {
      files: [{ name: 'tasks.parquet', columns, about: 'one row per task' }],
      notes: when(renamed.length > 0, note),
    };
  },
};

/** A number needs no guard: no spreadsheet runs it. */
const isNumber = /^[+-]?\d+(?:[.,]\d+)*$/;

/** The columns with names that differ in more than letter case. Repeated names are numbered. */
function distinctColumns(columns: readonly TableColumn[]): {
  readonly columns: readonly TableColumn[];
  readonly renamed: readonly string[];
} {
  const taken = new Set<string>();
  const renamed: string[] = [];
  const distinct = columns.map((column) => {
    let { name } = column;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${column.name} (${n})`;
    taken.add(name.toLowerCase());
    if (name !== column.name) renamed.push(`${shownName(column.name)} to ${shownName(name)}`);
    return { ...column, name };
  });
  return { columns: distinct, renamed };
}

/** A column of the table of tasks: its name, its kind and its value for a task. */
interface TaskColumn {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'count';
  cellOf(named: NamedTask, input: RunnerInput): string | number | null;
}

const first: readonly TaskColumn[] = [
  { name: 'benchmark', kind: 'text', cellOf: ({ task }) => task.benchmark },
  { name: 'task_id', kind: 'text', cellOf: ({ task }) => task.id },
  { name: 'task_dir', kind: 'text', cellOf: ({ task }) => task.entry.task_dir },
];

const last: readonly TaskColumn[] = [
  { name: 'phase', kind: 'text', cellOf: ({ task }) => task.entry.phase ?? null },
  { name: 'score', kind: 'number', cellOf: ({ task }) => task.entry.score ?? null },
  { name: 'rank', kind: 'count', cellOf: ({ task }) => task.entry.rank },
  { name: 'stratum', kind: 'text', cellOf: ({ task }) => task.stratum },
  { name: 'weight', kind: 'number', cellOf: ({ task }) => task.entry.design?.design_weight ?? null },
  { name: 'wave', kind: 'count', cellOf: ({ task }, { waveOf }) => waveOf(task) },
  { name: 'reason', kind: 'text', cellOf: ({ task }) => task.entry.selection_rationale },
];

const winnows: ReadonlySet<string> = new Set([...first, ...last].map(({ name }) => name));

/**
 * The columns of the table: Winnow's own and the fields of the plan, if a task has a value, and all
 * columns of the dataset. A field that is a column of the dataset appears as it is there.
 */
function columnsOf(tasks: readonly NamedTask[], input: RunnerInput): readonly TableColumn[] {
  const given = datasetColumns(tasks, input);
  const taken = new Set([...winnows, ...given.map(({ name }) => name)]);
  const own = input.manifest.methodology.fields.flatMap(({ name, kind, column }): readonly TaskColumn[] => {
    if (given.some((each) => each.name === (column ?? name))) return [];
    const isNumber = kind === 'number';
    const heading = [column ?? name, name].find((each) => !taken.has(each)) ?? `${name} (field)`;
    taken.add(heading);
    const cellOf = ({ task }: NamedTask) => {
      const value = task.entry.fields[name] ?? null;
      return value === null || isNumber ? value : String(value);
    };
    return [{ name: heading, kind: isNumber ? 'number' : 'text', cellOf }];
  });
  const known = [...first, ...own, ...last].map(({ name, kind, cellOf }) => ({
    ...{ name, kind },
    values: tasks.map((named) => cellOf(named, input)),
  }));
  return [...known.filter(({ values }) => values.some((value) => value !== null && value !== '')), ...given];
}

/** The columns of the dataset, each cell as it is there. One with a name that Winnow uses is renamed. */
function datasetColumns(tasks: readonly NamedTask[], input: RunnerInput): readonly TableColumn[] {
  const { dataset, settings } = input;
  const { column = '' } = idColumnOf(
    dataset,
    tasks.map(({ task }) => task),
    settings,
  );
  const own = ownRows(
    dataset,
    column,
    tasks.map(({ task }) => task),
    input,
  );
  const rows = new Map(own.map((row) => [cellText(row[column]), row]));
  const { columns } = rowColumns(
    tasks.map(({ name }) => rows.get(name) ?? {}),
    namesIn(dataset),
  );
  const ids = tasks.map(({ task }) => task.id);
  return columns
    .filter(({ name, values }) => name !== 'task_id' || values.some((value, i) => value !== ids[i]))
    .map((each) => (winnows.has(each.name) ? { ...each, name: `${each.name} (data set)` } : each));
}

function namesIn(dataset: RowFile | undefined): readonly string[] {
  return [...new Set((dataset?.rows ?? []).flatMap((row) => Object.keys(row)))];
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * The column with the task ids, whatever its name: among the columns with most ids, the one with the most
 * different values, as a link to another task isn't in every row. `others` are just as likely.
 */
function idColumnOf(
  dataset: RowFile | undefined,
  tasks: readonly ExportTask[],
  { idColumn }: RunnerSettings,
): { readonly column?: string; readonly others: readonly string[] } {
  if (idColumn !== undefined) return { column: idColumn, others: [] };
  const ids = new Set(tasks.flatMap(({ id, aliases }) => [id, ...aliases]));
  const found = namesIn(dataset)
    .map((name) => {
      const values = new Set((dataset?.rows ?? []).map((row) => cellText(row[name])));
      const places = (dataset?.rows ?? []).flatMap((row, i) => (ids.has(cellText(row[name])) ? [i] : []));
      const has = [...values].filter((value) => ids.has(value)).length;
      return { name, has, different: values.size, places: places.join() };
    })
    .filter(({ has }) => has > 0)
    .toSorted((a, b) => b.has - a.has || b.different - a.different);
  const [best] = found;
  if (best === undefined) return { others: [] };
  const isAsLikely = (each: typeof best) => each.has === best.has && each.different === best.different;
  const others = found.filter((each) => isAsLikely(each) && each.places !== best.places);
  return { column: best.name, others: others.map(({ name }) => name) };
}

/**
 * The rows of a dataset. Of several rows with one id, as a plan may tell apart with "where", only the one that has the
 * fields of the selected task; if that leaves several or none, all.
 */
function ownRows(
  dataset: RowFile | undefined,
  column: string,
  tasks: readonly ExportTask[],
  { manifest }: Pick<NamingInput, 'manifest'>,
): readonly Row[] {
  const named = new Map(tasks.flatMap((task) => [task.id, ...task.aliases].map((name) => [name, task] as const)));
  const { fields } = manifest.methodology;
  return [...groupBy(dataset?.rows ?? [], (row) => cellText(row[column]))].flatMap(([id, rows]) => {
    const entry = named.get(id)?.entry;
    if (rows.length === 1 || entry === undefined) return rows;
    const distinct = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
    const own = distinct.filter((row) =>
      fields.every(({ name, column: from = name }) => {
        const [cell, value] = [cellText(row[from]), entry.fields[name] ?? null];
        return (
          !Object.hasOwn(row, from) ||
          value === null ||
          cell === String(value) ||
          (cell !== '' && Number(cell) === value)
        );
      }),
    );
    return own.length === 1 ? own : distinct;
  });
}

function nameByAnyColumn(tasks: readonly ExportTask[], { dataset, settings, manifest }: NamingInput): Naming {
  if (dataset === undefined) return placeById(tasks);
  const { column, others } = idColumnOf(dataset, tasks, settings);
  const fault = (message: string, hint: string) =>
    refused({ code: 'export/dataset', message, place: { file: dataset.file }, hint });
  const names = namesIn(dataset);
  if (column === undefined)
    return fault(
      `no column contains the ids of the selected tasks, such as ${shownName(tasks[0]?.id ?? '')}.`,
      `Give the dataset that the selection was made from. The columns in this file are ${shownNames(names)}.`,
    );
  if (!names.includes(column))
    return fault(
      `the dataset has no column ${shownName(column)}.${didYouMean(column, names)}`,
      `Its columns are ${shownNames(names)}.`,
    );
  if (others.length > 0)
    return fault(
      `several columns contain the task ids: ${shownNames([column, ...others])}.`,
      'Name the id column with --id COLUMN.',
    );
  const rows = ownRows(dataset, column, tasks, { manifest }).filter((row) => cellText(row[column]) !== '');
  return nameInDataset(tasks, { dataset: { ...dataset, rows }, idOf: (row) => cellText(row[column]) });
}

/** The selection with the keys that CodeContextBench's own scripts read: `sdlc_phase`, `mcp_benefit_score`, … */
export const codeContextBench: Runner = {
  name: 'codecontextbench',
  title: 'CodeContextBench',
  reads: [],
  nameTasks: placeById,
  identityOf: ({ task }) => taskKey(task),
  write(tasks, { manifest }) {
    const wanted = new Set(tasks.map(({ task }) => taskKey(task)));
    const listed = manifest.tasks.filter(({ benchmark, task_id: id }) => wanted.has(taskKey({ benchmark, id })));
    const content = `${JSON.stringify(formOne({ ...manifest, tasks: listed }), null, 2)}\n`;
    const isPart = listed.length < manifest.tasks.length;
    const note = 'The counts in the file are for the whole selection, but it lists only the tasks in this export.';
    return {
      files: [{ name: 'selected_tasks.json', content, about: 'the selection, with the keys of CodeContextBench' }],
      notes: when(isPart, note),
    };
  },
};
