import { expect, it, vi } from 'vitest';
import { TrinoClient } from '../../src/engines/trino-client.js';
import { openTrino } from '../../src/engines/trino-engine.js';
import { columnTypes, type Row } from '../engines/generated.js';
import { expectSameBytes } from '../engines/same-bytes.js';
import { depth } from '../support/depth.js';
import { clusterAddress } from './cluster-address.js';

// So that small tables are large ones, in memory and for the engine alike.
vi.mock('../../src/core/model/pool-census.js', () => ({ isLargePool: (tasks: number) => tasks > 3 }));

const types = { text: 'varchar', whole: 'bigint', float: 'double' } as const;

/** Rows as a relation of their own. */
function relationOf(rows: readonly Row[]): string {
  const names = Object.keys(columnTypes) as (keyof Row)[];
  const literal = (value: string | number | null) =>
    value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`;
  const lines = rows.map((row) => `(${names.map((name) => literal(row[name])).join(', ')})`);
  const columns = names.map((name) => `cast(${name} as ${types[columnTypes[name]]}) as ${name}`);
  return `(select ${columns.join(', ')} from (values ${lines.join(', ')}) as t (${names.join(', ')})) as t`;
}

it('gives the same bytes by Trino as in memory', async () => {
  const client = new TrinoClient({ server: clusterAddress, environment: {} });
  await expectSameBytes(
    (rows, asTasks) =>
      openTrino(client, relationOf(rows), undefined, async (found) => {
        const ids = new Set(found.map(({ data }) => (data as { id: string }).id));
        const some = rows.filter(({ id }) => ids.has(id));
        // What the cluster gives is what was put in.
        expect(found.map(({ data }) => data)).toEqual(expect.arrayContaining(some.map((row) => ({ ...row }))));
        return asTasks(some);
      }),
    20 * depth,
  );
});
