// The question of the large plan as a person would ask DuckDB: counts, whether ids are unique, a hash over all tasks, the
// first of each repository by window function, and those rows whole. Of JSON lines, one scan of all of them.
import { DuckDBInstance } from '@duckdb/node-api';

const [, , file] = process.argv;
const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
const connection = await instance.connect();
const rows = async (sql) => (await connection.runAndReadAll(sql)).getRowsJS();
const tasks = `read_parquet('${file.replaceAll("'", "''")}', file_row_number = true)`;
const text =
  'concat(instance_id, chr(0), repo, chr(0), language, chr(0), difficulty, chr(0), files_changed, chr(0), lines_changed)';
if (file.endsWith('.json')) {
  await rows(
    `select count(*), max(instance_id), sum(files_changed), max(strlen(statement)), max(strlen(fix)) from read_json_auto('${file.replaceAll("'", "''")}')`,
  );
  process.exit(0);
}
await rows(`select count(*), count(distinct instance_id), avg(files_changed), avg(lines_changed) from ${tasks}`);
await rows(
  `select sum(('0x' || h[1:16])::ubigint), sum(('0x' || h[17:32])::ubigint) from (select sha256(${text}) as h from ${tasks})`,
);
for (const by of ['repo', 'language', 'difficulty', 'files_changed', 'lines_changed'])
  await rows(`select ${by}, count(*) from ${tasks} group by all`);
const score = `round(0.6 * least(1, files_changed / 20) + 0.3 * least(1, lines_changed / 500)
  + 0.1 * case difficulty when 'easy' then 0.1 when 'medium' then 0.5 else 1 end, 4)`;
const first = await rows(
  `select file_row_number from (select file_row_number, row_number() over (partition by repo order by files_changed desc, score desc, instance_id) as rank
    from (select *, ${score} as score from ${tasks})) where rank <= 3`,
);
await rows(`select * from ${tasks} where file_row_number in (${first.map(([row]) => row).join(', ')})`);
