import type { Engine as DuckDb } from '../files/tables/duckdb.js';
import { type AnswerRow, type Engine, orNotExpressible } from './engine.js';
import { type Sql, verbatim } from './sql.js';

/** The part that all DuckDB engines have in common; `ask` takes the engine's own SQL. */
export interface DuckDbQueries extends Pick<Engine, 'query' | 'each'> {
  ask(sql: string): Promise<readonly AnswerRow[]>;
  /** Keeps the rows of a query as a table of this name, and gives the text after `from`. */
  keep(rows: Sql, name?: string): Promise<Sql>;
}

/** Asks DuckDB. A query that it cannot answer is not expressible. */
export function duckDbQueries(db: DuckDb): DuckDbQueries {
  const ask = (sql: string) => orNotExpressible(async () => (await db.connection.runAndReadAll(sql)).getRowsJS());
  return {
    ask,
    keep: async (rows, name = 'tasks') => {
      await ask(`create or replace temp table ${name} as ${rows.duckDb}`);
      return verbatim(`${name} as t`);
    },
    query: (query) => ask(query.duckDb),
    each: (query, take) =>
      orNotExpressible(async () => {
        const result = await db.connection.stream(query.duckDb);
        const isList = result.columnTypes().map((type) => type instanceof db.duckdb.DuckDBListType);
        const itemsOf = (value: unknown) => (value instanceof db.duckdb.DuckDBListValue ? value.items : value);
        for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; ) {
          const columns = chunk.getColumns().map((values, i) => (isList[i] ? values.map(itemsOf) : values));
          // Asked for once: the engine is called for it.
          const { rowCount } = chunk;
          for (let row = 0; row < rowCount; row++) take(columns.map((column) => column[row]));
          chunk = await result.fetchChunk();
        }
      }),
  };
}
