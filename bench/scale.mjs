// How select grows with the pool: tasks in memory, and a plan for each kind of table and of question beside the same question
// asked of DuckDB in SQL. Figures are processor seconds, so that a busy machine counts little. WINNOW_BENCH_ROWS sets the
// number of rows, WINNOW_BENCH_ONLY a pattern for the names of the plans to measure, and WINNOW_BENCH_TABLES a folder that
// keeps the tables for the next run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cli, printTable, verdict } from './measure.mjs';
import { largePlan, writeLargeTable, writeLargeTables } from './write-large-table.mjs';

const program = fileURLToPath(new URL('./select-in-memory.mjs', import.meta.url));
const question = fileURLToPath(new URL('./ask-duckdb.mjs', import.meta.url));
const preload = new URL('./peak-memory.mjs', import.meta.url).href;

const only = new RegExp(process.env.WINNOW_BENCH_ONLY ?? '');
const isAsked = ({ name }) => only.test(name);

export async function benchScale() {
  if (isAsked({ name: 'tasks in memory' })) benchMemory();
  await benchTables(Number(process.env.WINNOW_BENCH_ROWS ?? 1_000_000));
}

function benchMemory() {
  const sizes = [1_000, 10_000, 100_000];
  const rows = sizes.map((count) => {
    const runs = Array.from({ length: 3 }, () => measured([program, String(count)], 0));
    const { cpu, peak } = runs.sort((a, b) => a.cpu - b.cpu)[1];
    const kept = `${verdict(cpu, 6)} (limit 6 s), ${verdict(peak, 600)} (limit 600 MB)`;
    return [`${count} tasks`, cpu.toFixed(1), peak, count === 100_000 ? kept : ''];
  });
  printTable('Select from tasks in memory (median of 3)', ['', 'processor s', 'peak MB', ''], rows);
}

const byRepo = 'group: { by: repo, at_least: 1 }, prefer: [files_changed desc, score desc]';
const grouped = `{ take: 1000, ${byRepo} }`;
const ranked = (take) => ({ select: `{ take: ${take}, prefer: [score desc] }`, take });
const parquet = (file) => `read_parquet('${file}')`;
const owner = 'fields: { owner: { kind: label } }';
/** The language of the files in a patch, and its counts, by lines that start with a sign. */
const counted = `(select instance_id, repo, difficulty,
  case list_mode(regexp_extract_all(patch, '(?m)^diff --git .*[.](\\w+)$', 1))
    when 'py' then 'python' when 'go' then 'go' when 'rs' then 'rust' when 'java' then 'java' end as language,
  len(regexp_extract_all(patch, '(?m)^diff --git ')) as files_changed,
  len(regexp_extract_all(patch, '(?m)^[+-]')) - 2 as lines_changed,
  length(problem_statement) + len(regexp_extract_all(FAIL_TO_PASS, '"[^"]*"')) as further from FILE)`;

/** A table and a plan each: the source that the plan names, what it asks for, and how SQL reads the same. */
const plans = [
  { name: 'grouped by repository', source: '{ path: t.parquet, format: table }', sql: parquet, file: 't.parquet' },
  { name: 'ranked by score', source: '{ path: t.parquet, format: table }', file: 't.parquet', ...ranked(1000) },
  { name: 'a column called instance_id', source: '{ path: t.parquet }', file: 't.parquet' },
  { name: 'rows of SWE-bench, counted from patches', source: '{ path: swe.parquet }', file: 'swe.parquet', counted },
  { name: 'an unused list', source: '{ path: tags.parquet }', file: 'tags.parquet' },
  {
    name: 'tags: { has: smoke }',
    source: '{ path: tags.parquet }',
    file: 'tags.parquet',
    select: `{ take: 1000, where: { tags: { has: smoke } }, ${byRepo} }`,
    where: `list_contains(tags, 'smoke')`,
  },
  {
    name: 'derive',
    source: '{ path: t.parquet, derive: { owner: { from: repo, pattern: "{owner}/{name}" } } }',
    top: owner,
    file: 't.parquet',
    counted: `(select *, regexp_extract(repo, '(.+)/(.+)', 1) as owner from FILE)`,
  },
  {
    name: 'join',
    source: '{ path: t.parquet, join: [{ path: side.parquet }] }',
    top: 'fields: { size: { kind: number } }',
    file: 't.parquet',
    counted: `(select t.*, s.size from FILE as t left join read_parquet('SIDE') as s on s.id = t.instance_id)`,
  },
  {
    name: 'a label outside the vocabulary',
    source: '{ path: t.parquet }',
    top: 'vocabulary: { difficulty: [easy, medium] }',
    file: 't.parquet',
    isFault: true,
  },
  { name: 'JSON lines', source: '{ path: t.jsonl }', file: 't.jsonl', sql: (file) => `read_json_auto('${file}')` },
  {
    name: 'JSON lines, gzip',
    source: '{ path: t.jsonl.gz }',
    file: 't.jsonl.gz',
    sql: (file) => `read_json_auto('${file}')`,
  },
  ...[
    ['CSV', 't.csv'],
    ['CSV, Zstandard', 't.csv.zst'],
  ].map(([name, file]) => ({ name, source: `{ path: ${file} }`, file, sql: (path) => `read_csv('${path}')` })),
  { name: 'a folder of 20 Parquet files', source: '{ path: many }', file: 'many/*.parquet' },
  { name: '1,000 small Parquet files', source: '{ path: small/*.parquet }', file: 'small/*.parquet' },
  ...[10, 50, 150].map((thousands) => ({
    name: `take: ${thousands}000`,
    source: '{ path: t.parquet }',
    file: 't.parquet',
    ...ranked(thousands * 1000),
  })),
];

/** Plans that learn from earlier results, which SQL has no answer to. */
const learning = [
  ...['level', 'comparison', 'ranking', 'direction'].map((purpose) => ({
    name: `purpose: ${purpose}, a column for each of 5 systems`,
    prior: 'wide.parquet',
    select: `{ take: 500, purpose: ${purpose} }`,
  })),
  {
    name: 'purpose: level, a row for each result of 5 systems',
    prior: 'long.parquet',
    select: '{ take: 500, purpose: level }',
  },
  {
    name: 'ranked by prior_rate',
    prior: 'long.parquet',
    select: '{ take: 500, prefer: [prior_rate desc, score desc] }',
  },
  ...['csv', 'jsonl'].flatMap((ending) =>
    ['wide', 'long'].map((shape) => ({
      name: `purpose: level, t.${ending} and ${shape}.${ending}`,
      tasks: `t.${ending}`,
      prior: `${shape}.${ending}`,
      select: '{ take: 500, purpose: level }',
    })),
  ),
];
const [mostSeconds, mostLearningMb] = [15, 1000];

/** Plans that are also measured on ten times the rows. */
const growing = [
  { name: 'grouped, ten times the rows', select: grouped },
  { name: 'ranked, ten times the rows', ...ranked(1000) },
  { name: 'sampled, ten times the rows', select: '{ take: 1000, prefer: [random] }', top: 'seed: 7' },
];
const [mostGrowth, mostGrownMb] = [12, 1000];

const mostTimes = 3;
const mostMb = 700;

async function benchTables(count) {
  const kept = process.env.WINNOW_BENCH_TABLES;
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  try {
    if (!existsSync(join(folder, 'small'))) {
      for (const name of ['many', 'small']) mkdirSync(join(folder, name), { recursive: true });
      await writeLargeTables(folder, count);
    }
    const rows = count.toLocaleString('en');
    printRows(
      `Plans on ${rows} rows (processor seconds)`,
      ['', 'winnow s', 'DuckDB s', `ratio (limit ${mostTimes})`, `peak MB (limit ${mostMb})`, ''],
      plans,
      (plan) => measuredRow(folder, plan),
    );
    printRows(
      `Learning from earlier results on ${rows} rows`,
      ['', `processor s (limit ${mostSeconds})`, `peak MB (limit ${mostLearningMb})`, ''],
      learning,
      (plan) => learningRow(folder, plan),
    );
    printRows(
      `Pages of ${rows} rows`,
      ['', 'processor s', `peak MB (limit ${mostMb})`, ''],
      [{ name: 'report' }],
      ({ name }) => pageRow(folder, name),
    );
    if (growing.some(isAsked) && !existsSync(join(folder, 'tenfold.parquet')))
      await writeLargeTable(join(folder, 'tenfold.parquet'), 10 * count);
    printRows(
      `Growth from ${rows} rows`,
      ['', 'processor s', 'tenfold s', `growth (limit ${mostGrowth})`, `tenfold MB (limit ${mostGrownMb})`, ''],
      growing,
      (plan) => growingRow(folder, plan),
    );
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints a row for each plan that was asked for. */
function printRows(title, header, all, rowOf) {
  const asked = all.filter(isAsked);
  if (asked.length > 0) printTable(title, header, asked.map(rowOf));
}

/** Selects by a plan, whose outputs replace those of the last. */
function selected(folder, source, select, top, status = 0) {
  const file = join(folder, 'plan.yaml');
  writeFileSync(file, largePlan(source, select, top));
  return measured([cli, 'select', file, '--out', join(folder, 'out'), '--force', '--quiet'], status);
}

function measuredRow(folder, plan) {
  const { name, source, select = grouped, top = '', isFault = false } = plan;
  const ours = selected(folder, source, select, top, isFault ? 2 : 0);
  const theirs = measured([question, JSON.stringify(questionOf(folder, plan))], 0);
  const ratio = ours.cpu / theirs.cpu;
  const kept = `${verdict(ratio, mostTimes)}, ${verdict(ours.peak, mostMb)}`;
  return [name, ours.cpu.toFixed(1), theirs.cpu.toFixed(1), ratio.toFixed(2), ours.peak, kept];
}

function learningRow(folder, { name, tasks = 't.parquet', prior, select }) {
  const source = `{ path: ${tasks} }\n    prior: { path: ${prior} }`;
  const { cpu, peak } = selected(folder, source, select, 'seed: 7');
  return [name, cpu.toFixed(1), peak, `${verdict(cpu, mostSeconds)}, ${verdict(peak, mostLearningMb)}`];
}

function growingRow(folder, { name, select, top }) {
  const [once, tenfold] = ['t', 'tenfold'].map((table) => selected(folder, `{ path: ${table}.parquet }`, select, top));
  const growth = tenfold.cpu / once.cpu;
  const kept = `${verdict(growth, mostGrowth)}, ${verdict(tenfold.peak, mostGrownMb)}`;
  return [name, once.cpu.toFixed(1), tenfold.cpu.toFixed(1), growth.toFixed(2), tenfold.peak, kept];
}

function pageRow(folder, name) {
  const file = join(folder, 'plan.yaml');
  writeFileSync(file, largePlan('{ path: t.parquet }', grouped));
  const { cpu, peak } = measured([cli, 'report', file, '--html', join(folder, 'page.html')], 0);
  return [name, cpu.toFixed(1), peak, verdict(peak, mostMb)];
}

/** What DuckDB is asked for: the tasks with their fields, the rows themselves, and which of them come first. */
function questionOf(
  folder,
  { file, sql = parquet, counted: made, where, select = grouped, take = 0, isFault = false },
) {
  const rows = sql(join(folder, file));
  const tasks = made?.replace('FILE', rows).replace('SIDE', join(folder, 'side.parquet')) ?? rows;
  return {
    tasks,
    rows,
    where,
    by: select.includes('repo'),
    take,
    isLoaded: sql !== parquet || made !== undefined,
    isFault,
  };
}

function measured(args, expected) {
  const { status, stderr } = spawnSync(process.execPath, ['--import', preload, ...args], { encoding: 'utf8' });
  if (status !== expected) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  const [, peak, cpu] = /peak (\d+) cpu (\d+)\s*$/.exec(stderr) ?? [];
  return { peak: Number(peak), cpu: Number(cpu) / 1000 };
}
