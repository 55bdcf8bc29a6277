import { it, vi } from 'vitest';
import { at } from '../../src/core/lists/lists.js';
import type { Plan } from '../../src/core/model/plan.js';
import { tasksOfRows } from '../../src/engines/open-benchmark.js';
import { TrinoClient } from '../../src/engines/trino-client.js';
import { openTrino } from '../../src/engines/trino-engine.js';
import type { TableRow } from '../../src/files/tables/read-table.js';
import { columnTypes, type Row } from '../engines/generated.js';
import { expectSameBytes } from '../engines/same-bytes.js';
import { depth } from '../support/depth.js';
import { clusterAddress } from './cluster-address.js';

// So that small tables are large ones, in memory and for the engine alike.
vi.mock('../../src/core/model/pool-census.js', async (original) => ({
  ...(await original<object>()),
  isLargePool: (tasks: number) => tasks > 3,
}));

const types = { text: 'varchar', whole: 'bigint', float: 'double', words: 'array(varchar)' } as const;

/** Rows as a relation of their own. */
function relationOf(rows: readonly Row[]): string {
  const names = Object.keys(columnTypes) as (keyof Row)[];
  const literal = (value: Row[keyof Row]): string => {
    if (value === null) return 'null';
    return typeof value === 'object'
      ? `array[${value.map(literal).join(', ')}]`
      : `'${String(value).replaceAll("'", "''")}'`;
  };
  const lines = rows.map((row) => `(${names.map((name) => literal(row[name])).join(', ')})`);
  const columns = names.map((name) => `cast(${name} as ${types[columnTypes[name]]}) as ${name}`);
  return `(select ${columns.join(', ')} from (values ${lines.join(', ')}) as t (${names.join(', ')})) as t`;
}

it('gives the same bytes by Trino as in memory', async () => {
  const client = new TrinoClient({ server: clusterAddress, environment: {} });
  let rows: readonly Row[] = [];
  const tasksOf = (some: readonly TableRow[], plan: Plan) => {
    const benchmark = at(plan.benchmarks, 0);
    const { source } = benchmark;
    if (source.kind !== 'trino') throw new Error('a source of another kind');
    return tasksOfRows(some, plan, benchmark, source, { path: 'trino:lake.w.rows', base: '', inFolders: false });
  };
  await expectSameBytes(
    {
      planFile: '/pool/plan.yaml',
      source: { trino: { server: clusterAddress, catalog: 'lake', schema: 'w', table: 'rows' } },
      write: async (given) => {
        rows = given;
      },
      read: async (plan) =>
        tasksOf(
          rows.map((data, i) => ({ number: i + 1, data: { ...data } })),
          plan,
        ),
      open: (plan) => openTrino(client, relationOf(rows), undefined, (found) => tasksOf(found, plan)),
    },
    20 * depth,
    undefined,
    // With this seed, enough plans select tasks.
    1,
  );
});
