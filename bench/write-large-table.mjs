// A large table of tasks, made by DuckDB: ids, labels, counts and two long texts, the same rows every time.
import { DuckDBInstance } from '@duckdb/node-api';

const formats = { parquet: '(format parquet, compression zstd, row_group_size 50000)', json: '(format json)' };

/**
 * How often the two texts are repeated. Long ones are as long as those of SWE-bench: on average, the statements of its 2,519
 * tasks have 1.8 kB and the patches 3.3 kB.
 */
const repeats = {
  short: { statement: '5', fix: '12' },
  long: { statement: 'cast(5 + h % 71 as integer)', fix: 'cast(12 + (h // 31) % 160 as integer)' },
};

/** Writes COUNT rows as `parquet` or `json` lines, with short texts or long ones. */
export async function writeLargeTable(file, count, format = 'parquet', texts = 'short') {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '1GB' });
  const connection = await instance.connect();
  const path = `'${file.replaceAll("'", "''")}'`;
  await connection.run(`copy (
    select 'owner' || (h % 997) || '__repo' || (h % 997) || '-' || i as instance_id,
      'owner' || (h % 997) || '/repo' || (h % 997) as repo,
      ['python', 'go', 'rust', 'java'][1 + (h // 7) % 4] as language,
      ['easy', 'medium', 'hard'][1 + (h // 11) % 3] as difficulty,
      1 + (h // 13) % 40 as files_changed,
      1 + (h // 17) % 2000 as lines_changed,
      repeat('Case ' || i || ' fails when the input ' || (h % 100000) || ' is read. ', ${repeats[texts].statement}) as statement,
      repeat('diff --git a/src/f' || (h % 1000) || ' +line ' || i || ' ', ${repeats[texts].fix}) as fix
    from (select i, (i * 2654435761) % 1000000007 as h from range(${Number(count)}) as rows (i))
  ) to ${path} ${formats[format]}`);
  connection.closeSync();
  instance.closeSync();
}

/** The plan for such a table: 1,000 tasks by repository, most files first. */
export function largePlan(source) {
  return `name: large
title: Large
phases: [Fix, Feature]
score:
  name: size
  weights: { files: 0.6, lines: 0.3, hard: 0.1 }
  components:
    files: { ramp: files_changed, full: 20, unknown: 0 }
    lines: { ramp: lines_changed, full: 500, unknown: 0 }
    hard: { lookup: difficulty, values: { easy: 0.1, medium: 0.5, hard: 1 } }
benchmarks:
  large:
    source: ${source}
    phase: { by: language, values: { python: Fix }, otherwise: Feature }
    select: { take: 1000, group: { by: repo, at_least: 1 }, prefer: [files_changed desc, score desc] }
`;
}
