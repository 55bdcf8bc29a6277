import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { taskKey } from '../../core/outcomes/match-outcomes.js';
import { placeById } from '../tasks/place-in-dataset.js';
import type { Runner } from './runner.js';
import { type TaskColumn, taskColumns } from './task-table.js';

const types = { text: 'STRING', number: 'DOUBLE', count: 'INT32' } as const;

/** A table of the tasks in Parquet: any id, and numbers as numbers. */
export const parquet: Runner = {
  name: 'parquet',
  title: 'Parquet',
  versions: [],
  reads: [],
  takesOneDataset: false,
  place: (tasks) => placeById(tasks),
  identityOf: ({ task }) => taskKey(task),
  write(tasks, input) {
    const column = ({ name, kind, cellOf }: TaskColumn): ColumnSource => ({
      name,
      type: types[kind],
      nullable: true,
      data: tasks.map((placed) => cellOf(placed, input)),
    });
    const content = new Uint8Array(parquetWriteBuffer({ columnData: taskColumns.map(column) }));
    return {
      files: [{ name: 'tasks.parquet', content, about: 'a row a task' }],
      commands: [],
      notes: [],
      faults: [],
    };
  },
};
