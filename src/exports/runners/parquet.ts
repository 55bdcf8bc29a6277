import { taskKey } from '../../core/outcomes/match-outcomes.js';
import { placeById } from '../tasks/name-in-dataset.js';
import type { Runner } from './runner.js';
import { taskColumns } from './task-table.js';

/** A table of the tasks in Parquet: any id, and numbers as numbers. */
export const parquet: Runner = {
  name: 'parquet',
  title: 'Parquet',
  versions: [],
  reads: [],
  takesOneDataset: false,
  nameTasks: (tasks) => placeById(tasks),
  identityOf: ({ task }) => taskKey(task),
  write(tasks, input) {
    const columns = taskColumns.map(({ name, kind, cellOf }) => ({
      name,
      kind,
      values: tasks.map((named) => cellOf(named, input)),
    }));
    return {
      files: [{ name: 'tasks.parquet', columns, about: 'one row per task' }],
      commands: [],
      notes: [],
      faults: [],
    };
  },
};
