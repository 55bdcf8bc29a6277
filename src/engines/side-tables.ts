import { dirname, resolve } from 'node:path';
import type { JoinPlan, Plan } from '../core/model/plan.js';
import type { PoolProblem } from '../core/model/task.js';
import { assertAllowed, existsSync } from '../disk/file-access.js';
import { tableKind } from '../files/tables/content-kind.js';
import { type JoinedTables, joinedRows, joinProblems, mostExamples } from '../sources/join-tables.js';
import type { DuckDbQueries } from './duckdb-engine.js';
import { OddRows, type Place } from './engine.js';
import { givenRows, joinedColumn } from './plan-sql.js';
import type { FileRow, Scan } from './scan.js';
import { column, isKnown, named, quotedText, type Sql } from './sql.js';
import { columnFields, type TableFields } from './table-fields.js';
import type { TableFiles } from './table-files.js';

/** A side table that SQL joins by id. */
export interface SideTable {
  /** The text after `join`. */
  readonly relation: string;
  readonly id: Sql;
  readonly fields: TableFields;
}

/** The files of side tables if DuckDB can scan each as a table; otherwise none. */
export function sideFiles(joins: readonly JoinPlan[], plan: Plan): readonly TableFiles[] {
  const found: TableFiles[] = [];
  for (const { path } of joins) {
    const file = resolve(dirname(plan.file), path);
    assertAllowed([file]);
    const kind = existsSync(file) ? tableKind(file) : undefined;
    if (kind === undefined || kind.kind === 'json') return [];
    found.push({ files: [file], kind });
  }
  return found;
}

/** The columns that a plan takes from a side table, including the id. */
export function joinColumns({ columns, id }: JoinPlan): ReadonlyMap<string, string> {
  return id === undefined ? columns : new Map([...columns, ['id', id]]);
}

/** Side tables loaded for a join in SQL: every row has a unique id. */
export class LoadedSides {
  readonly tables: readonly SideTable[];
  readonly #joins: readonly JoinPlan[];
  readonly #scans: readonly Scan[];
  readonly #queries: DuckDbQueries;
  readonly #plan: Plan;

  private constructor(
    tables: readonly SideTable[],
    joins: readonly JoinPlan[],
    scans: readonly Scan[],
    queries: DuckDbQueries,
    plan: Plan,
  ) {
    this.tables = tables;
    this.#joins = joins;
    this.#scans = scans;
    this.#queries = queries;
    this.#plan = plan;
  }

  /** @throws OddRows when SQL does not read or join them as rows are joined in memory. */
  static async load(
    joins: readonly JoinPlan[],
    scan: (n: number) => Promise<Scan>,
    queries: DuckDbQueries,
    plan: Plan,
  ): Promise<LoadedSides> {
    const tables: SideTable[] = [];
    const scans: Scan[] = [];
    for (const [n, join] of joins.entries()) {
      const opened = await scan(n);
      scans.push(opened);
      tables.push(await loadSide(join, opened, n, queries, plan));
    }
    return new LoadedSides(tables, joins, scans, queries, plan);
  }

  /**
   * What did not match, once tasks were joined and loaded as `tasks`.
   * @throws OddRows when no id matches.
   */
  async problems(): Promise<readonly PoolProblem[]> {
    const problems: PoolProblem[] = [];
    for (const [n, { path }] of this.#joins.entries()) {
      const isJoined = named(joinedColumn(n));
      const [[matched, without] = []] = await this.#queries.ask(
        `select count(*) filter (where ${isJoined}), count(*) filter (where inside and not ${isJoined}) from tasks`,
      );
      if (Number(matched) === 0) throw new OddRows('no id of a joined table matches a task');
      const other = `from side${n} as s where not exists (from tasks as t where t.id = s.id)`;
      const [[unmatched] = []] = await this.#queries.ask(`select count(*) ${other}`);
      const first = async (count: unknown, from: string) =>
        Number(count) === 0 ? [] : this.#queries.ask(`select id ${from} order by id limit ${mostExamples}`);
      const some = async (count: unknown, from: string) => ({
        count: Number(count),
        first: (await first(count, from)).map(([id]) => String(id)),
      });
      problems.push(
        ...joinProblems(path, {
          unmatched: await some(unmatched, other),
          without: await some(without, `from tasks where inside and not ${isJoined}`),
          ambiguous: { count: 0, first: [] },
          repeated: 0,
        }),
      );
    }
    return problems;
  }

  /** The rows of the side tables for tasks with these ids, read whole. */
  async rowsFor(ids: readonly string[]): Promise<JoinedTables> {
    const rows: (readonly FileRow[])[] = [];
    for (const [n, scan] of this.#scans.entries()) {
      const found = await this.#queries.ask(
        `select ${scan.table.place === undefined ? 'id' : 'place'} from side${n} where id in (${ids.map(quotedText).join(', ')})`,
      );
      const places = found.map(([place]) => (typeof place === 'bigint' ? Number(place) : (place as Place)));
      const own: FileRow[] = [];
      for await (const portion of scan.rowsAt(places)) for (const row of portion) own.push(row);
      rows.push(own);
    }
    return joinedRows(this.#joins, rows, this.#plan);
  }
}

async function loadSide(
  join: JoinPlan,
  scan: Scan,
  n: number,
  { ask, keep }: DuckDbQueries,
  plan: Plan,
): Promise<SideTable> {
  const rules = { measured: join.measured, columns: joinColumns(join) };
  for (;;) {
    const { table } = scan;
    const fields = columnFields(plan, rules, table.columns);
    if (fields.values.size + fields.lists.size === 0) throw new OddRows('a joined table has no field of the plan');
    const name = `side${n}`;
    const select = givenRows(numbered(scan), fields);
    const loaded = await (scan.load === undefined ? keep(select, name) : scan.load(select, name));
    if (loaded === undefined) continue;
    const known = [...fields.values.keys()].map((field) => named(`given ${field}`));
    const lists = [...fields.lists.keys()].map((field) => named(`list ${field}`));
    const [[rows, ids, odd, any] = []] = await ask(
      `select count(*), count(distinct id), min(odd), count(coalesce(${[...known, ...lists].map((each) => `${each}::varchar`).join(', ')})) from ${name}`,
    );
    if (odd !== null) throw new OddRows(`a joined table has ${[...fields.oddities.keys()][Number(odd)]}`);
    if (rows !== ids || Number(any) === 0) throw new OddRows('a joined table is empty or repeats ids');
    return sideOf(name, n, fields);
  }
}

/** The table of a scan with the places of its rows, by which they are ordered. */
function numbered(scan: Scan): Scan['table'] {
  const { table } = scan;
  if (table.place !== undefined) return table;
  const relation = `(select *, row_number() over () as "winnow place" from ${table.relation})`;
  return { ...table, relation, place: column('winnow place') };
}

/** A loaded table under names that no other table has. */
function sideOf(name: string, n: number, { values, lists, measured }: TableFields): SideTable {
  const own = (column: string) => `join ${n} ${column}`;
  const columns = [
    'id',
    ...[...values.keys()].map((each) => `given ${each}`),
    ...[...lists.keys()].map((each) => `list ${each}`),
  ];
  const id = column(own('id'));
  const renamed = new Map([...values.keys()].map((each) => [each, column(own(`given ${each}`))]));
  return {
    relation: `(select ${columns.map((each) => `${named(each)} as ${named(own(each))}`).join(', ')} from ${name}) as s${n}`,
    id,
    fields: {
      id,
      values: renamed,
      lists: new Map([...lists].map(([each, list]) => [each, { ...list, value: column(own(`list ${each}`)) }])),
      measured: new Map(
        [...measured.keys()].flatMap((each) => {
          const value = renamed.get(each);
          return value === undefined ? [] : [[each, isKnown(value)]];
        }),
      ),
      derived: new Map(),
      further: new Map(),
      oddities: new Map(),
    },
  };
}
