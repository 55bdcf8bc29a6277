import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { PairedTask } from '../../src/core/uplift/paired-tasks.js';

/** The rows of a table in examples/benefit, by column. */
export function benefitRows(name: 'pairs' | 'means' | 'runs' | 'tasks'): readonly Readonly<Record<string, string>>[] {
  const text = readFileSync(new URL(`../../examples/benefit/${name}.csv`, import.meta.url), 'utf8');
  return parse<Record<string, string>>(text, { columns: true });
}

/** The single runs of examples/benefit, for every task with at least one in each arm, by id. */
export function benefitPairs(): readonly (PairedTask & { readonly id: string })[] {
  const byTask = new Map<string, { cluster: string; without: number[]; with: number[] }>();
  for (const { task_id: id = '', suite = '', config, reward } of benefitRows('runs')) {
    const task = byTask.get(id) ?? { cluster: suite, without: [], with: [] };
    (config === 'mcp' ? task.with : task.without).push(Number(reward));
    byTask.set(id, task);
  }
  return [...byTask]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, task]) => (task.with.length > 0 && task.without.length > 0 ? [{ id, ...task }] : []));
}
