// Writes COUNT SWE-bench rows with patches of about a kilobyte as Parquet.
import { DuckDBInstance } from '@duckdb/node-api';
import { patchOf } from '../test/support/benchmark-folders.mjs';

const [, , file, count] = process.argv;
const columns = {
  instance_id: (n) => `owner${n % 40}__repo${n % 40}-${n}`,
  repo: (n) => `owner${n % 40}/repo${n % 40}`,
  base_commit: (n) => n.toString(16).padStart(40, '0'),
  patch: (n) => patchOf(1 + (n % 5), 8 + (n % 13), n % 7, 45),
  test_patch: () => '',
  problem_statement: (n) => `Case ${n} fails.`,
  FAIL_TO_PASS: (n) => `["t.py::test_${n}"]`,
  PASS_TO_PASS: () => '[]',
};
const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run(`create table rows (${Object.keys(columns).map((name) => `${name} varchar`)})`);
const appender = await connection.createAppender('rows');
for (let n = 0; n < Number(count); n++) {
  for (const value of Object.values(columns)) appender.appendVarchar(value(n));
  appender.endRow();
}
appender.closeSync();
await connection.run(`copy rows to '${file.replaceAll("'", "''")}' (format parquet, compression zstd)`);
