import type { Row } from '../../core/model/row-file.js';
import type { TableColumn } from '../../core/model/table-column.js';
import { asciiJson } from '../escape/ascii-json.js';

/**
 * The columns of rows, with the types that the values have: texts, whole numbers, numbers, flags and lists of texts. What
 * is none of these, or several, becomes JSON in a text.
 */
export function rowColumns(rows: readonly Row[]): {
  readonly columns: readonly TableColumn[];
  /** Those whose values had to become JSON. */
  readonly asJson: readonly string[];
} {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const asJson: string[] = [];
  const columns = names.map((name): TableColumn => {
    const values = rows.map((row) => (Object.hasOwn(row, name) ? (row[name] ?? null) : null));
    const kind = kindOf(values.filter((value) => value !== null));
    if (kind !== undefined) return { name, kind, values: values as TableColumn['values'] };
    asJson.push(name);
    return { name, kind: 'text', values: values.map((value) => (value === null ? null : asciiJson(value))) };
  });
  return { columns, asJson };
}

function kindOf(values: readonly unknown[]): TableColumn['kind'] | undefined {
  if (values.every((value) => typeof value === 'string')) return 'text';
  if (values.every((value) => typeof value === 'boolean')) return 'flag';
  if (values.every((value) => typeof value === 'bigint' || Number.isSafeInteger(value))) return 'whole';
  if (values.every((value) => typeof value === 'number')) return 'number';
  const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string');
  return values.every(isTexts) ? 'texts' : undefined;
}
