import type { Pool } from '../core/model/task.js';
import { permanentRandomAlgorithm, permanentRandomNumber } from '../core/random/seeded-numbers.js';
import type { CountedTable } from './count-table.js';
import { text } from './dialect.js';
import { eachRow } from './engine.js';
import { NotExpressible } from './not-expressible.js';

/** A benchmark that was read whole. */
export interface IdColumn {
  readonly name: string;
  readonly pool: Pool;
}

/** What the numbers of ids are made from: the same in every database and here. */
const key = 'ids';

/**
 * Refuses a table that has ids in common with another benchmark: how many there are is said in every selection, and only
 * all tasks tell.
 */
export async function refuseSharedIds(
  table: CountedTable,
  tables: readonly CountedTable[],
  read: readonly IdColumn[],
): Promise<void> {
  const { plan, benchmark } = table;
  const isOther = new Set(
    plan.benchmarks.filter(({ name, distinct }) => !distinct && name !== benchmark.name).map(({ name }) => name),
  );
  const counted = tables.filter((each) => isOther.has(each.benchmark.name));
  const whole = read.filter(({ name }) => isOther.has(name));
  if (benchmark.distinct || counted.length + whole.length === 0) return;
  const own = await numbersOf(table);
  for (const other of counted) refuseIfShared(other.benchmark.name, own, await numbersOf(other));
  for (const { name, pool } of whole)
    refuseIfShared(name, own, Float64Array.from(pool.tasks, ({ id }) => permanentRandomNumber('', key, id)).sort());
}

function refuseIfShared(name: string, own: Float64Array, others: Float64Array): void {
  // Two different ids with one number are so rare that reading all tasks for them does no harm.
  for (let i = 0, j = 0; i < own.length && j < others.length; ) {
    const [a = 0, b = 0] = [own[i], others[j]];
    if (a === b)
      throw new NotExpressible(`it has ids in common with "${name}"; "distinct: true" says that these are other tasks`);
    if (a < b) i += 1;
    else j += 1;
  }
}

const numbers = new WeakMap<CountedTable['sql'], Float64Array>();

/** A number for each id, ascending. */
async function numbersOf({ engine, sql, counted }: CountedTable): Promise<Float64Array> {
  const known = numbers.get(sql);
  if (known !== undefined) return known;
  const { dialect } = engine;
  const number = dialect.fraction(dialect.hash(`concat(${text(`${permanentRandomAlgorithm}\0\0${key}\0`)}, "id")`));
  const found = new Float64Array(counted.available);
  let next = 0;
  await eachRow(engine, `select ${number} from ${sql.rows} where "inside"`, ([value]) => {
    found[next] = Number(value);
    next += 1;
  });
  found.sort();
  numbers.set(sql, found);
  return found;
}
