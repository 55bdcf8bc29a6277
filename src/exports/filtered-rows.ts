import { groupBy } from '../core/lists/group-by.js';
import type { Fault } from '../core/model/fault.js';
import type { Row, RowFile } from '../core/model/row-file.js';
import { asciiJson } from './escape/ascii-json.js';
import { rowId } from './row-id.js';
import type { PlacedTask } from './runner.js';
import { shownNames } from './shown-names.js';

/** The rows of the tasks, in the order of the file. */
export function rowsOf({ rows }: RowFile, tasks: readonly PlacedTask[]): readonly Row[] {
  const names = new Set(tasks.map(({ name }) => name));
  return rows.filter((row) => names.has(rowId(row) ?? ''));
}

/** Rows as JSON lines in ASCII: SWE-bench splits the file at every Unicode line break. */
export function jsonLines(rows: readonly Row[]): string {
  return rows.map((row) => `${asciiJson(row)}\n`).join('');
}

/** The predictions for the tasks, with the tasks that have none. */
export function predictionsOf(
  file: RowFile,
  tasks: readonly PlacedTask[],
): { readonly rows: readonly Row[]; readonly without: readonly string[]; readonly faults: readonly Fault[] } {
  const rows = rowsOf(file, tasks);
  const found = groupBy(rows, rowId);
  const without = tasks.map(({ name }) => name).filter((name) => !found.has(name));
  const twice = [...found].filter(([, list]) => list.length > 1).map(([id]) => id ?? '');
  const faults: Fault[] = [];
  if (rows.length === 0) {
    const message = 'it has no prediction for any of the exported tasks.';
    faults.push({ code: 'export/predictions', message, place: { file: file.file } });
  }
  if (twice.length > 0) {
    const message = `it has more than one prediction for ${shownNames(twice)}; the last would be taken in silence.`;
    faults.push({ code: 'export/predictions', message, place: { file: file.file }, hint: 'Keep one of each.' });
  }
  return { rows, without, faults };
}
