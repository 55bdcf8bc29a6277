import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, vi } from 'vitest';
import { openParquet } from '../../src/engines/parquet-engine.js';
import { parquetBytes } from '../../src/files/tables/write-parquet.js';
import { inDepth } from '../support/depth.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { columnTypes, type Row } from './generated.js';
import { expectSameBytes } from './same-bytes.js';

// So that small tables are large ones, in memory and for the engine alike.
vi.mock('../../src/core/model/pool-census.js', () => ({ isLargePool: (tasks: number) => tasks > 3 }));

it('gives the same bytes by DuckDB as in memory', async () => {
  const file = join(temporaryFolder(), 'rows.parquet');
  await expectSameBytes(
    async (rows, asTasks) => {
      const names = Object.keys(columnTypes) as (keyof Row)[];
      writeFileSync(
        file,
        await parquetBytes(
          names.map((name) => ({
            name,
            kind: columnTypes[name] === 'text' ? 'text' : 'number',
            values: rows.map((row) => row[name]),
          })) as never,
        ),
      );
      return openParquet(file, async (found) => asTasks(found.map(({ number }) => rows[number - 1] as Row)));
    },
    inDepth(60, 30),
  );
});
