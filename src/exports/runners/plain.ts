import { formOne } from '../../core/manifest/form-one.js';
import type { Row, RowFile } from '../../core/model/row-file.js';
import { taskKey } from '../../core/outcomes/match-outcomes.js';
import { csvText, inertText } from '../../core/text/csv-text.js';
import { unsayableLine } from '../tasks/escape.js';
import { type ExportTask, type NamedTask, type Naming, shownNames, unsayableFaults } from '../tasks/export-task.js';
import { nameInDataset, placeById, rowId, rowsOf } from '../tasks/name-in-dataset.js';
import { type NamingInput, type Runner, type RunnerInput, when } from './runner.js';

/** A plain list: one id a line, in the source's spelling, without a header. */
export const ids: Runner = {
  name: 'ids',
  title: 'any runner (list of ids)',
  reads: [],
  nameTasks: placeById,
  write(tasks) {
    const content = tasks.map(({ name }) => `${name}\n`).join('');
    const hint = 'Use --to csv or --to parquet, which hold any id.';
    return {
      files: [{ name: 'ids.txt', content, about: 'one id per line, UTF-8, no header' }],
      faults: unsayableFaults(tasks, unsayableLine, hint),
    };
  },
};

/** A table of the tasks for whatever reads CSV. */
export const csv: Runner = {
  name: 'csv',
  title: 'a CSV table',
  reads: ['dataset'],
  nameTasks: nameByAnyColumn,
  identityOf: ({ task }) => taskKey(task),
  write(tasks, input) {
    const columns = columnsOf(tasks, input);
    const header = columns.map(({ name }) => name);
    const rows = tasks.map((_, row) =>
      columns.map(({ values }) => {
        const value = values[row] ?? null;
        return typeof value === 'string' ? inertText(value) : value;
      }),
    );
    const guarded = tasks.map(({ name }) => name).filter((name) => inertText(name) !== name);
    const note = `These ids look like formulas and start with an apostrophe, to be removed when reading: ${shownNames(guarded)}.`;
    const content = csvText([header.map(inertText), ...rows]);
    return {
      files: [{ name: 'tasks.csv', content, about: 'one row per task; RFC 4180, UTF-8, LF' }],
      notes: when(guarded.length > 0, note),
    };
  },
};

/** A table of the tasks in Parquet: any id, and numbers as numbers. */
export const parquet: Runner = {
  name: 'parquet',
  title: 'a Parquet table',
  reads: ['dataset'],
  nameTasks: nameByAnyColumn,
  identityOf: ({ task }) => taskKey(task),
  write(tasks, input) {
    const columns = columnsOf(tasks, input);
    return { files: [{ name: 'tasks.parquet', columns, about: 'one row per task' }] };
  },
};

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

/** The columns of the table: what Winnow and the plan's fields say, if a task has a value, and all that only the data set has. */
function columnsOf(tasks: readonly NamedTask[], input: RunnerInput) {
  const taken = new Set([...first, ...last].map(({ name }) => name));
  const own = input.manifest.methodology.fields.map(({ name, kind, column }): TaskColumn => {
    const isNumber = kind === 'number';
    const heading = [column ?? name, name].find((each) => !taken.has(each)) ?? `${name} (field)`;
    taken.add(heading);
    const cellOf = ({ task }: NamedTask) => {
      const value = task.entry.fields[name] ?? null;
      return value === null || isNumber ? value : String(value);
    };
    return { name: heading, kind: isNumber ? 'number' : 'text', cellOf };
  });
  const withValues = ({ name, kind, cellOf }: TaskColumn) => ({
    ...{ name, kind },
    values: tasks.map((named) => cellOf(named, input)),
  });
  const known = [...first, ...own, ...last].map(withValues);
  return [
    ...known.filter(({ values }) => values.some((value) => value !== null && value !== '')),
    ...datasetColumns(tasks, input, taken).map(withValues),
  ];
}

/** The columns that only the data set has, as text. */
function datasetColumns(
  tasks: readonly NamedTask[],
  { dataset }: RunnerInput,
  taken: ReadonlySet<string>,
): readonly TaskColumn[] {
  const idOf = idOfRows(dataset, tasks);
  const rows = new Map(rowsOf(dataset, tasks, idOf).map((row) => [idOf(row), row]));
  const names = new Set((dataset?.rows ?? []).flatMap((row) => Object.keys(row)));
  return [...names]
    .filter((name) => !taken.has(name))
    .map((column) => ({ name: column, kind: 'text', cellOf: ({ name }) => cellText(rows.get(name)?.[column]) }));
}

function cellText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map((each) => cellText(each) ?? '').join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The id of a row, from the first column that has the id of a task, whatever it is called. */
function idOfRows(dataset: RowFile | undefined, tasks: readonly NamedTask[]): (row: Row) => string | undefined {
  const ids = new Set(tasks.flatMap(({ task }) => [task.id, ...task.aliases]));
  for (const row of dataset?.rows ?? []) {
    const column = Object.keys(row).find((name) => ids.has(cellText(row[name]) ?? ''));
    if (column !== undefined) return (other) => cellText(other[column]) ?? undefined;
  }
  return rowId;
}

function nameByAnyColumn(tasks: readonly ExportTask[], { dataset }: NamingInput): Naming {
  const named = tasks.map((task) => ({ task, name: task.id }));
  return nameInDataset(tasks, { dataset, idOf: idOfRows(dataset, named) });
}

/** The selection in the keys that CodeContextBench's own scripts read: `sdlc_phase`, `mcp_benefit_score`, … */
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
    const note = 'The counts in the file are those of the whole selection; only the tasks of this part are listed.';
    return {
      files: [{ name: 'selected_tasks.json', content, about: 'the selection, in the keys of CodeContextBench' }],
      notes: when(isPart, note),
    };
  },
};
