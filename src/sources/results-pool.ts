import { countOf } from '../core/text/words.js';
import type { TableRow } from '../files/tables/read-table.js';
import { table } from './formats/table.js';
import type { RecordFormat } from './formats/task-format.js';

/** Results as a pool: each task in them, with the columns that have the same value in all rows of the task. */
export const resultsPool: RecordFormat = {
  ...table,
  name: 'results',
  title: 'Tasks in results',
  rows: tasksNamed,
};

/** @throws Error if the results can't be read. */
async function* tasksNamed(path: string, note: (reason: string) => void): AsyncGenerator<TableRow> {
  // Loaded on demand: few pools are results.
  const { readOutcomeList } = await import('../results/read-outcomes.js');
  const { outcomes, faults } = await readOutcomeList([path]);
  const reasons = faults.slice(0, mostFaults).map(({ message }) => message.replace(/\.$/, ''));
  if (reasons.length > 0) throw new Error(reasons.join('; '));
  const tasks = new Map<string, Map<string, string | number>>();
  const systems = new Set<string>();
  for (const { taskId, benchmark, configuration, fields = {} } of outcomes) {
    systems.add(configuration);
    const key = JSON.stringify([benchmark ?? null, taskId]);
    const known = tasks.get(key);
    if (known === undefined) {
      const own = [['id', taskId] as const, ...(benchmark === undefined ? [] : [['benchmark', benchmark] as const])];
      tasks.set(key, new Map([...Object.entries(fields), ...own]));
    } else
      for (const [column, value] of known)
        if (column !== 'id' && column !== 'benchmark' && fields[column] !== value) known.delete(column);
  }
  let number = 0;
  for (const record of tasks.values()) yield { number: ++number, data: Object.fromEntries(record) };
  note(
    `the pool consists of the tasks in ${countOf(outcomes.length, 'result')} from ${countOf(systems.size, 'system')}; tasks without a result are missing`,
  );
}

const mostFaults = 3;
