import type { TrinoTable } from '../core/model/plan.js';
import type { Pool } from '../core/model/task.js';
import type { TableRow } from '../files/tables/read-table.js';
import { idKeys } from '../sources/formats/table.js';
import { type Engine, NotExpressible } from './engine.js';
import { named, quotedText } from './sql.js';
import type { SourceColumn } from './table-fields.js';
import type { TrinoClient } from './trino-client.js';

/** An engine that can also read a small table in full. */
export interface TrinoEngine extends Engine {
  wholePool(): Promise<Pool>;
}

/** A statement may have a million characters. */
const idsAtOnce = 2000;

/**
 * A table of a Trino cluster, or the result of a query.
 * @param idColumn The column that the plan names for the id.
 * @throws EngineError if the cluster or the table does not exist.
 */
export async function openTrino(
  client: TrinoClient,
  relation: string,
  idColumn: string | undefined,
  poolOf: (rows: readonly TableRow[]) => Pool,
): Promise<TrinoEngine> {
  const count = await client.count(`select count(*) from ${relation}`);
  const described = await client.query(`select * from ${relation} limit 0`);
  const columns = described.columns.map(({ name, type }): SourceColumn => ({ name, type: typeOf(type) }));
  const id = columns.find(
    ({ name }) => name === (idColumn ?? idKeys.find((key) => columns.some((each) => each.name === key))),
  );
  if (id === undefined) throw new NotExpressible('there is no id column');
  const idText = id.type === 'text' ? named(id.name) : `cast(${named(id.name)} as varchar)`;
  // JavaScript would lose digits of large numbers, so they are returned as text.
  const asked = columns.map(({ name, type }) => (type === 'whole' ? `cast(${named(name)} as varchar)` : named(name)));
  const rowsOf = async (where: string): Promise<TableRow[]> => {
    const { rows } = await client.query(`select ${asked.join(', ')} from ${relation}${where}`);
    return rows.map((row) => ({
      number: 0,
      data: Object.fromEntries(columns.map(({ name, type }, i) => [name, cellOf(type, row[i] ?? null)])),
    }));
  };
  return {
    rows: async () => count,
    table: async () => ({ relation, columns }),
    query: async ({ trino }) => (await client.query(trino)).rows,
    each: async ({ trino }, take) => {
      await client.each(trino, take);
    },
    tasksAt: async (places) => {
      const rows: TableRow[] = [];
      for (let at = 0; at < places.length; at += idsAtOnce) {
        const ids = places.slice(at, at + idsAtOnce).map((place) => quotedText(String(place)));
        for (const row of await rowsOf(` where ${idText} in (${ids.join(', ')})`)) rows.push(row);
      }
      return poolOf(rows).tasks;
    },
    wholePool: async () => poolOf(await rowsOf('')),
    close: () => undefined,
  };
}

/** The text after `from`. */
export function trinoRelation({ catalog, schema, table }: TrinoTable): string {
  return [catalog, schema, table].map(named).join('.');
}

function typeOf(type: string): SourceColumn['type'] {
  if (/^varchar\b/.test(type)) return 'text';
  if (/^(?:tinyint|smallint|integer|bigint)$/.test(type)) return 'whole';
  if (type === 'double' || type === 'real') return 'float';
  if (/^array\(varchar\b[^()]*(?:\(\d+\))?\)$/.test(type)) return 'words';
  return type === 'boolean' ? 'truth' : 'other';
}

/** A value as read from Parquet. */
function cellOf(type: SourceColumn['type'], value: unknown): unknown {
  if (type === 'whole') return exact(value);
  // NaN and infinity are text.
  return type === 'float' && typeof value !== 'number' ? null : value;
}

function exact(digits: unknown): number | string | null {
  if (digits === null || digits === undefined) return null;
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : String(digits);
}
