import type { TableColumn } from '../../core/model/row-file.js';
import { csvText } from '../../core/text/csv-text.js';
import { poolCell } from './pool-cells.js';
import { markerColumn } from './pool-row.js';
import type { PoolTable } from './pool-table.js';

/** A kind of file that holds a pool table. */
export interface TableKind {
  /** What `--format` calls it; a file whose name ends in it is of that kind. */
  readonly name: string;
  bytes(table: PoolTable): Promise<Uint8Array>;
  /** Whether a file, by its beginning, is a pool table of that kind. */
  isOwn(beginning: string): boolean;
}

const jsonLines: TableKind = {
  name: 'jsonl',
  bytes: async ({ rows }) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  isOwn: (beginning) => beginning.startsWith(`{"${markerColumn}":`),
};

const csv: TableKind = {
  name: 'csv',
  bytes: async ({ columns, rows }) =>
    Buffer.from(csvText([columns, ...rows.map((row) => columns.map((name) => poolCell(row[name])))])),
  isOwn: (beginning) => beginning.startsWith(`${markerColumn},`),
};

const parquet: TableKind = {
  name: 'parquet',
  bytes: async (table) => {
    const { parquetBytes } = await import('../../files/tables/write-parquet.js');
    return parquetBytes(table.columns.map((name) => parquetColumn(table, name)));
  },
  isOwn: (beginning) => beginning.startsWith('PAR1') && beginning.includes(markerColumn),
};

/** Every kind of file that holds a pool table. */
export const tableKinds: readonly TableKind[] = [jsonLines, csv, parquet];

/** Numbers where all are; the marker is text, as in every table whose cells are to be read as text. */
function parquetColumn({ rows }: PoolTable, name: string): TableColumn {
  const values = rows.map((row) => poolCell(row[name]));
  const isNumber = name !== markerColumn && values.every((value) => typeof value !== 'string');
  return { name, kind: isNumber ? 'number' : 'text', values };
}
