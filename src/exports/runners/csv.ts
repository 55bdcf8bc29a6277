import { taskKey } from '../../core/outcomes/match-outcomes.js';
import { csvText, inertText } from '../../core/text/csv-text.js';
import { placeById } from '../tasks/name-in-dataset.js';
import { shownNames } from '../tasks/shown-names.js';
import type { Runner } from './runner.js';
import { taskColumns } from './task-table.js';

/** A table of the tasks for whatever reads CSV. */
export const csv: Runner = {
  name: 'csv',
  title: 'CSV',
  versions: [],
  reads: [],
  takesOneDataset: false,
  nameTasks: (tasks) => placeById(tasks),
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
    const note = `These ids begin as a formula would and stand behind an apostrophe, which is to be taken away again: ${shownNames(guarded)}.`;
    return {
      files: [
        { name: 'tasks.csv', content: csvText([header, ...rows]), about: 'one row per task; RFC 4180, UTF-8, LF' },
      ],
      commands: [],
      notes: guarded.length === 0 ? [] : [note],
      faults: [],
    };
  },
};
