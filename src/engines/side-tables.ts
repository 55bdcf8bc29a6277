import type { JoinPlan, Plan } from '../core/model/plan.js';
import type { PoolProblem } from '../core/model/task.js';
import { type JoinedTables, joinedRows, joinProblems, mostExamples } from '../sources/join-tables.js';
import { OddRows, type Place } from './engine.js';
import { givenRows } from './plan-sql.js';
import type { Database, FileRow, Scan, ScanTable } from './scan.js';
import { column, isNotNull, named, quotedText, type Sql } from './sql.js';
import { columnFields, joinedColumn, mapFields, type TableFields } from './table-fields.js';

/** A side table that SQL joins by id. */
export interface SideTable {
  /** The text after `join`. */
  readonly relation: string;
  readonly id: Sql;
  readonly fields: TableFields;
}

/** The columns that a plan takes from a side table, including the id. */
export function joinColumns({ columns, id }: JoinPlan): ReadonlyMap<string, string> {
  return id === undefined ? columns : new Map([...columns, ['id', id]]);
}

/** Side tables loaded for a join in SQL: every row has a unique id. */
export interface LoadedSides {
  readonly tables: readonly SideTable[];
  /** The ids that didn't match, found in the rows of a plan. @throws OddRows if no id matches. */
  problems(rows: Sql): Promise<readonly PoolProblem[]>;
  /** The complete rows of the side tables for tasks with these ids. */
  rowsFor(ids: readonly string[]): Promise<JoinedTables>;
}

/** Loads side tables. @throws OddRows if SQL would read or join them differently from memory. */
export async function loadSides(
  joins: readonly JoinPlan[],
  scanOf: (n: number) => Promise<Scan>,
  { ask, keep }: Database,
  plan: Plan,
): Promise<LoadedSides> {
  const tables: SideTable[] = [];
  const scans: Scan[] = [];
  for (const [n, join] of joins.entries()) {
    const scan = await scanOf(n);
    scans.push(scan);
    tables.push(await loadSide(join, scan, n, { ask, keep }, plan));
  }
  return {
    tables,
    problems: async (joined) => {
      const problems: PoolProblem[] = [];
      for (const [n, { path }] of joins.entries())
        problems.push(...joinProblems(path, await unmatchedIn(n, joined.duckDb)));
      return problems;
    },
    rowsFor: async (ids) => {
      const rows: (readonly FileRow[])[] = [];
      for (const [n, scan] of scans.entries()) {
        const place = scan.table().place === undefined ? 'id' : 'place';
        const found = await ask(`select ${place} from side${n} where id in (${ids.map(quotedText).join(', ')})`);
        const places = found.map(([each]) => (typeof each === 'bigint' ? Number(each) : (each as Place)));
        const own: FileRow[] = [];
        for await (const portion of scan.rowsAt(places)) for (const row of portion) own.push(row);
        rows.push(own);
      }
      return joinedRows(joins, rows, plan);
    },
  };

  async function unmatchedIn(n: number, joined: string) {
    const isJoined = named(joinedColumn(n));
    const [[matched] = []] = await ask(`select count(*) from ${joined} where ${isJoined}`);
    if (Number(matched) === 0) throw new OddRows('no id of a joined table matches a task');
    const some = async (from: string) => {
      const [[count] = []] = await ask(`select count(*) ${from}`);
      const first = Number(count) === 0 ? [] : await ask(`select id ${from} order by id limit ${mostExamples}`);
      return { count: Number(count), first: first.map(([id]) => String(id)) };
    };
    return {
      unmatched: await some(`from side${n} as s where not exists (select 1 from ${joined} where t.id = s.id)`),
      without: await some(`from ${joined} where inside and not ${isJoined}`),
      ambiguous: { count: 0, first: [] },
      repeated: 0,
    };
  }
}

async function loadSide(
  join: JoinPlan,
  scan: Scan,
  n: number,
  { ask, keep }: Pick<Database, 'ask' | 'keep'>,
  plan: Plan,
): Promise<SideTable> {
  const rules = { measured: join.measured, columns: joinColumns(join) };
  for (;;) {
    const fields = columnFields(plan, rules, scan.table().columns);
    if (fields.values.size + fields.lists.size === 0)
      throw new OddRows('a joined table has none of the fields in the plan');
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

/** The table of a scan, with numbered rows. */
function numbered(scan: Scan): ScanTable {
  const table = scan.table();
  if (table.place !== undefined) return table;
  const relation = `(select *, row_number() over () as "winnow place" from ${table.relation})`;
  return { ...table, relation, place: column('winnow place') };
}

/** A loaded table, with column names that no other table has. */
function sideOf(name: string, n: number, fields: TableFields): SideTable {
  const columns: string[] = [];
  const own = mapFields({ ...fields, measured: new Map() }, (each) => {
    columns.push(`${named(each)} as ${named(`join ${n} ${each}`)}`);
    return column(`join ${n} ${each}`);
  });
  const counted = [...own.values].filter(([field]) => fields.measured.has(field));
  return {
    relation: `(select ${columns.join(', ')} from ${name}) as s${n}`,
    id: own.id,
    fields: {
      ...own,
      measured: new Map(counted.map(([field, value]) => [field, isNotNull(value)])),
      oddities: new Map(),
    },
  };
}
