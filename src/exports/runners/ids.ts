import { unsayableLine } from '../escape/unsayable.js';
import { placeById } from '../tasks/name-in-dataset.js';
import { unsayableFaults } from '../tasks/shown-names.js';
import type { Runner } from './runner.js';

/** A plain list: one id a line, in the source's spelling, without a header. */
export const ids: Runner = {
  name: 'ids',
  title: 'a plain list',
  versions: [],
  reads: [],
  takesOneDataset: false,
  nameTasks: (tasks) => placeById(tasks),
  write(tasks) {
    const content = tasks.map(({ name }) => `${name}\n`).join('');
    const hint = 'Use --to csv or --to parquet, which hold any id.';
    return {
      files: [{ name: 'ids.txt', content, about: 'one id a line, UTF-8, no header' }],
      commands: [],
      notes: [],
      faults: unsayableFaults(tasks, unsayableLine, hint),
    };
  },
};
