import { PoolError } from '../core/model/errors.js';
import type { BenchmarkPlan, Plan, TableRules } from '../core/model/plan.js';
import type { Pool, Task, TaskContents } from '../core/model/task.js';
import { combinedFields, fewestAlike, refusalFromCounts } from '../core/optimise/build-problem.js';
import { compareText, formatCount } from '../core/text/words.js';
import { withPriorContents } from '../sources/assemble-task.js';
import { checkedSql } from './count-table.js';
import { type Engine, NotExpressible } from './engine.js';
import { type ClusterOptions, openBenchmark } from './open-benchmark.js';
import { excluded, fits, id, inside, type PlanSql } from './plan-sql.js';
import { withoutPrior } from './prior-results.js';
import { problemsOf } from './prune-pool.js';
import { rowTasks } from './row-tasks.js';
import { and, columnsOf, not, sql, verbatim } from './sql.js';

const rowsAtOnce = 50_000;

/**
 * Some tasks of a pool of which `readLarge` read only fields, with their contents, in order of id. The table is opened
 * again, because it would have taken memory until the tasks were selected.
 * @throws PoolError if the table has changed in the meantime.
 */
export async function readSelected(
  plan: Plan,
  benchmark: BenchmarkPlan,
  { tasks, rowPlaces }: Pool,
  ids: ReadonlySet<string>,
  options: ClusterOptions,
): Promise<readonly Task[]> {
  const known = new Map<string, TaskContents | undefined>();
  const asked = tasks.flatMap(({ id }, i) => (ids.has(id) ? [{ id, place: rowPlaces?.[i] ?? id }] : []));
  const found = asked.length === 0 ? undefined : await openBenchmark(plan, benchmark, options);
  if (found !== undefined && 'engine' in found) {
    const { engine } = found;
    try {
      for (let from = 0; from < asked.length; from += rowsAtOnce) {
        const places = asked.slice(from, from + rowsAtOnce).map(({ place }) => place);
        const read = await engine.tasksAt(places).catch((error: unknown) => {
          throw error instanceof NotExpressible ? changed(benchmark) : error;
        });
        for (const task of read) known.set(task.id, task.contents);
      }
    } finally {
      engine.close();
    }
    if (asked.some(({ id }) => !known.has(id))) throw changed(benchmark);
  }
  return tasks
    .filter((task) => ids.has(task.id))
    .map((task) => ({ ...task, contents: withPriorContents(task, known.get(task.id)) }))
    .sort((a, b) => compareText(a.id, b.id));
}

function changed({ name }: BenchmarkPlan): PoolError {
  const message = `benchmark "${name}": the table changed while Winnow read it.`;
  return new PoolError([{ code: 'pool/changed', message, hint: 'Run the command again.' }]);
}

/** Refuses a goal over more tasks than the solver can handle, before they are read. @throws PoolError */
async function refuseOptimising(engine: Engine, benchmark: BenchmarkPlan, view: PlanSql): Promise<void> {
  const { optimise, take: own } = benchmark.select;
  if (optimise === undefined) return;
  const take = optimise.scope === 'plan' ? optimise.take : own;
  const fields = combinedFields(optimise).filter((field) => view.fields.has(field));
  const by = fields.flatMap((field) => view.fields.get(field) ?? []);
  const grouped = by.length === 0 ? verbatim('') : sql` group by ${by}`;
  const alike = sql`select count(*) as n from ${view.rows} where ${and(inside, fits, not(excluded))}${grouped}`;
  const most = fewestAlike(optimise, typeof take === 'number' ? take : undefined) + 1;
  const kept = Number.isFinite(most) ? sql`least(n, ${most})` : sql`n`;
  const [row = []] = await engine.query(sql`select sum(n), sum(${kept}) from (${alike}) as c`);
  const [eligible, left] = row.map((sum) => Number(sum ?? 0));
  const fault = refusalFromCounts(eligible ?? 0, left ?? 0, fields);
  if (fault !== undefined)
    throw new PoolError([{ ...fault, message: `benchmark "${benchmark.name}": ${fault.message}` }]);
}

/** The most tasks that are read into memory with only their fields. */
export const mostByColumns = 3_000_000;

/**
 * Every task of a large table, with the fields that the plan uses: the same as from reading each row, but without its
 * other contents.
 * @throws NotExpressible if the table is small, or its rows must be read one by one.
 */
export async function readColumns(
  engine: Engine,
  plan: Plan,
  benchmark: BenchmarkPlan,
  reading: TableRules,
): Promise<Pool> {
  const { view, inside: count, outside } = await checkedSql(engine, plan, benchmark, reading);
  await refuseOptimising(engine, benchmark, view);
  if (count > mostByColumns)
    throw new NotExpressible(`this command needs every task, but Winnow reads at most ${formatCount(mostByColumns)}`);
  const rows = rowTasks(plan, benchmark, reading, withoutPrior(view, benchmark));
  const tasks: Task[] = [];
  const places = view.place === id ? undefined : new Float64Array(count);
  // With two columns called id, Trino would find the order ambiguous, so columns are numbered.
  const columns = columnsOf(rows.columns.map((term, i) => ({ term, as: `c${i}` })));
  const query = sql`select ${columns} from ${view.rows} where ${inside} order by ${id}`;
  await engine.each(query, (row) => {
    if (places !== undefined) places[tasks.length] = Number(row[1]);
    tasks.push(rows.taskOf(row));
  });
  return {
    tasks,
    problems: problemsOf(view),
    ...(places === undefined ? {} : { rowPlaces: places }),
    ...(reading.where === undefined ? {} : { outside }),
  };
}
