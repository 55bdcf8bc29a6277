// Large tables of tasks, made by DuckDB: ids, labels, counts and two long texts, the same rows every time.
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

const asParquet = '(format parquet, compression zstd, row_group_size 50000)';
const columns = `'owner' || (h % 997) || '__repo' || (h % 997) || '-' || i as instance_id,
  'owner' || (h % 997) || '/repo' || (h % 997) as repo,
  ['python', 'go', 'rust', 'java'][1 + (h // 7) % 4] as language,
  ['easy', 'medium', 'hard'][1 + (h // 11) % 3] as difficulty,
  1 + (h // 13) % 40 as files_changed,
  1 + (h // 17) % 2000 as lines_changed,
  repeat('Case ' || i || ' fails when the input ' || (h % 100000) || ' is read. ', 5) as statement,
  repeat('diff --git a/src/f' || (h % 1000) || ' +line ' || i || ' ', 12) as fix`;
const name = `'src/f' || (h % 1000) || '.py'`;
const lineEnd = 'chr(10)';
/** A patch of one file, with up to nine lines more. */
const patch = [
  `'diff --git a/' || ${name} || ' b/' || ${name}`,
  `'--- a/' || ${name}`,
  `'+++ b/' || ${name}`,
  `'@@ -1,3 +1,' || (3 + h % 9) || ' @@'`,
  `' a'`,
  `'-b' || i`,
  `repeat('+line of code ' || i || ${lineEnd}, cast(1 + h % 9 as integer)) || ' c'`,
]
  .map((line) => `${line} || ${lineEnd}`)
  .join(' || ');

function rowsFrom(start, end) {
  return `from (select i, (i * 2654435761) % 1000000007 as h from range(${Number(start)}, ${Number(end)}) as rows (i))`;
}

/** Writes COUNT rows as `parquet` or `json` lines. */
export async function writeLargeTable(file, count, format = 'parquet') {
  const options = format === 'json' ? '(format json)' : asParquet;
  await copying((copy) => copy(`select ${columns} ${rowsFrom(0, count)}`, file, options));
}

/** Writes COUNT rows in every way that `npm run bench -- scale` reads them; the folders `many` and `small` are there. */
export async function writeLargeTables(folder, count) {
  await copying(async (copy) => {
    const rows = `select ${columns} ${rowsFrom(0, count)}`;
    await copy(rows, join(folder, 't.parquet'), asParquet);
    await copy(rows, join(folder, 't.jsonl'), '(format json)');
    await copy(rows, join(folder, 't.jsonl.gz'), '(format json, compression gzip)');
    await copy(rows, join(folder, 't.csv'), '(format csv)');
    await copy(rows, join(folder, 't.csv.zst'), '(format csv, compression zstd)');
    const tags = `[['smoke', 'slow'], ['slow'], [], ['smoke', 'net']][1 + h % 4] as tags`;
    await copy(`select ${columns}, ${tags} ${rowsFrom(0, count)}`, join(folder, 'tags.parquet'), asParquet);
    const side = `select instance_id as id, files_changed * 2 as size from (${rows})`;
    await copy(side, join(folder, 'side.parquet'), asParquet);
    await writeEarlierResults(copy, rows, folder);
    const swe = `instance_id, repo, difficulty, statement as problem_statement, patch, '["t::a", "t::b"]' as FAIL_TO_PASS`;
    const patched = `select ${columns}, ${patch} as patch ${rowsFrom(0, count)}`;
    await copy(`select ${swe} from (${patched})`, join(folder, 'swe.parquet'), asParquet);
    for (const [place, files] of [
      ['many', 20],
      ['small', 1000],
    ])
      for (let i = 0; i < files; i++) {
        const part = rowsFrom(Math.floor((count * i) / files), Math.floor((count * (i + 1)) / files));
        await copy(`select ${columns} ${part}`, join(folder, place, `${i}.parquet`), asParquet);
      }
  });
}

/** Results of five earlier systems on every row: with a column for each system, and with a row for each result. */
async function writeEarlierResults(copy, rows, folder) {
  const chance = (n) => `1 / (1 + exp(${1 - 0.3 * n} - 4 * ((hash(instance_id) % 1000) / 1000 - 0.5)))`;
  const solved = (n) => `case when (hash(instance_id || '${n}') % 1000) / 1000 < ${chance(n)} then 1 else 0 end`;
  const systems = [0, 1, 2, 3, 4].map((n) => `${solved(n)} as system_${n}`).join(', ');
  const wide = join(folder, 'wide.parquet');
  await copy(`select instance_id, ${systems} from (${rows})`, wide, asParquet);
  const long = `unpivot '${wide}' on columns(* exclude (instance_id)) into name system value resolved`;
  await copy(long, join(folder, 'long.parquet'), asParquet);
  for (const name of ['wide', 'long'])
    for (const [ending, format] of [
      ['csv', '(format csv)'],
      ['jsonl', '(format json)'],
    ])
      await copy(`from '${join(folder, name)}.parquet'`, join(folder, `${name}.${ending}`), format);
}

async function copying(work) {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '1GB' });
  const connection = await instance.connect();
  await work((query, file, options) => connection.run(`copy (${query}) to '${file.replaceAll("'", "''")}' ${options}`));
  connection.closeSync();
  instance.closeSync();
}

/** A plan for such a table, by default 1,000 tasks by repository, most files first. */
export function largePlan(
  source,
  select = '{ take: 1000, group: { by: repo, at_least: 1 }, prefer: [files_changed desc, score desc] }',
  top = '',
) {
  return `name: large
title: Large
${top}
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
    select: ${select}
`;
}
