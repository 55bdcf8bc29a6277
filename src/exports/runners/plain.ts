import { formOne } from '../../core/manifest/form-one.js';
import { taskKey } from '../../core/outcomes/match-outcomes.js';
import { csvText, inertText } from '../../core/text/csv-text.js';
import { unsayableLine } from '../tasks/escape.js';
import { type NamedTask, shownNames, unsayableFaults } from '../tasks/export-task.js';
import { placeById } from '../tasks/name-in-dataset.js';
import { type Runner, type RunnerInput, when } from './runner.js';

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
  title: 'CSV',
  reads: [],
  nameTasks: placeById,
  identityOf: ({ task }) => taskKey(task),
  write(tasks, input) {
    const header = taskColumns.map(({ name }) => name);
    const rows = tasks.map((named) =>
      taskColumns.map(({ cellOf }) => {
        const value = cellOf(named, input);
        return typeof value === 'string' ? inertText(value) : value;
      }),
    );
    const guarded = tasks.map(({ name }) => name).filter((name) => inertText(name) !== name);
    const note = `These ids look like formulas and start with an apostrophe, to be removed when reading: ${shownNames(guarded)}.`;
    const content = csvText([header, ...rows]);
    return {
      files: [{ name: 'tasks.csv', content, about: 'one row per task; RFC 4180, UTF-8, LF' }],
      notes: when(guarded.length > 0, note),
    };
  },
};

/** A table of the tasks in Parquet: any id, and numbers as numbers. */
export const parquet: Runner = {
  name: 'parquet',
  title: 'Parquet',
  reads: [],
  nameTasks: placeById,
  identityOf: ({ task }) => taskKey(task),
  write(tasks, input) {
    const columns = taskColumns.map(({ name, kind, cellOf }) => ({
      name,
      kind,
      values: tasks.map((named) => cellOf(named, input)),
    }));
    return { files: [{ name: 'tasks.parquet', columns, about: 'one row per task' }] };
  },
};

/** A column of the table of tasks: its name, its kind and its value for a task. */
interface TaskColumn {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'count';
  cellOf(named: NamedTask, input: RunnerInput): string | number | null;
}

const taskColumns: readonly TaskColumn[] = [
  { name: 'benchmark', kind: 'text', cellOf: ({ task }) => task.benchmark },
  { name: 'task_id', kind: 'text', cellOf: ({ task }) => task.id },
  { name: 'task_dir', kind: 'text', cellOf: ({ task }) => task.entry.task_dir },
  { name: 'repo', kind: 'text', cellOf: ({ task }) => label(task.entry.fields['repo']) },
  { name: 'language', kind: 'text', cellOf: ({ task }) => label(task.entry.fields['language']) },
  { name: 'category', kind: 'text', cellOf: ({ task }) => label(task.entry.fields['category']) },
  { name: 'difficulty', kind: 'text', cellOf: ({ task }) => label(task.entry.fields['difficulty']) },
  { name: 'phase', kind: 'text', cellOf: ({ task }) => task.entry.phase ?? null },
  { name: 'score', kind: 'number', cellOf: ({ task }) => task.entry.score ?? null },
  { name: 'rank', kind: 'count', cellOf: ({ task }) => task.entry.rank },
  { name: 'stratum', kind: 'text', cellOf: ({ task }) => task.stratum },
  { name: 'weight', kind: 'number', cellOf: ({ task }) => task.entry.design?.design_weight ?? null },
  { name: 'wave', kind: 'count', cellOf: ({ task }, { waveOf }) => waveOf(task) },
  { name: 'reason', kind: 'text', cellOf: ({ task }) => task.entry.selection_rationale },
];

function label(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
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
