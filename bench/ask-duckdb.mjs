// A plan's question as a person would ask DuckDB: counts, whether ids are unique, a hash over all tasks, tasks by label and
// number, the first of each group or of all, and those rows whole. Takes a question as JSON: see `questionOf` in scale.mjs.
import { DuckDBInstance } from '@duckdb/node-api';

const { tasks, rows: file, where, by, take, isLoaded, isFault } = JSON.parse(process.argv[2]);
const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
const connection = await instance.connect();
const rows = async (sql) => (await connection.runAndReadAll(sql)).getRowsJS();
const fields = ['repo', 'language', 'difficulty', 'files_changed', 'lines_changed'];
const all = `select instance_id, ${fields.join(', ')} from ${tasks}`;
// Text is slow to scan again.
if (isLoaded) await rows(`create temp table loaded as ${all}`);
const from = isLoaded ? 'loaded' : `(${all})`;
await rows(`select count(*), count(distinct instance_id), avg(files_changed), avg(lines_changed) from ${from}`);
if (isFault) await rows(`select difficulty, count(*), min(instance_id) from ${from} group by all`);
else {
  const text = `concat(instance_id, chr(0), ${fields.map((field) => `coalesce(${field}::varchar, '')`).join(', chr(0), ')})`;
  await rows(
    `select sum(('0x' || h[1:16])::ubigint), sum(('0x' || h[17:32])::ubigint) from (select sha256(${text}) as h from ${from})`,
  );
  for (const field of fields) await rows(`select ${field}, count(*) from ${from} group by all`);
  const score = `round(0.6 * least(1, files_changed / 20) + 0.3 * least(1, lines_changed / 500)
    + 0.1 * case difficulty when 'easy' then 0.1 when 'medium' then 0.5 else 1 end, 4)`;
  const scored = `(select *, ${score} as score from ${where ? tasks : from}${where ? ` where ${where}` : ''})`;
  const first = by
    ? `select instance_id from (select instance_id, row_number() over (partition by repo order by files_changed desc, score desc, instance_id) as rank from ${scored}) where rank <= 3`
    : `select instance_id from ${scored} order by score desc, instance_id limit ${take}`;
  await rows(`create temp table first as ${first}`);
  await rows(`select * from ${file} where instance_id in (from first)`);
}
