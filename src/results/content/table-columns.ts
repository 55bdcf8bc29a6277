import type { ResultTable } from './result-table.js';

/** The columns that a table of results may have, by what they hold; the first that is there is taken. */
export const taskColumns: readonly string[] = ['task_id', 'instance_id', 'id', 'task'];
export const rewardColumns: readonly string[] = ['reward', 'score', 'resolved', 'passed'];
export const statusColumns: readonly string[] = ['status'];
export const benchmarkColumns: readonly string[] = ['benchmark', 'dataset'];
export const configurationColumns: readonly string[] = ['config', 'configuration', 'system'];
export const runColumns: readonly string[] = ['run_id', 'run'];
export const attemptColumns: readonly string[] = ['attempt', 'epoch', 'trial', 'repeat'];
export const costColumns: readonly string[] = ['cost_usd', 'cost'];
export const durationColumns: readonly string[] = ['duration_ms', 'duration_s', 'duration'];

/** A column's name as it is compared: letter case, spaces and hyphens do not matter. */
export function columnName(name: string): string {
  return name.trim().toLowerCase().replace(/[ -]/g, '_');
}

/** Every column of a table as it is spelt; rows of JSON need not all have the same. */
export function columnsOf(table: ResultTable): readonly string[] {
  const columns = new Set<string>();
  for (const { data } of table.rows) for (const column of Object.keys(data)) columns.add(column);
  return [...columns];
}

/** The column of one of the names, the earlier names first, as the table spells it. */
export function findColumn(columns: readonly string[], names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = columns.find((column) => columnName(column) === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the header says that each row is one result, not one task. */
export function isLong(columns: readonly string[]): boolean {
  return findColumn(columns, [...rewardColumns, ...statusColumns]) !== undefined;
}
