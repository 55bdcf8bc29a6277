import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, runWinnow } from './run-winnow.js';

interface ShippedLine {
  readonly id: string;
  readonly system: string;
  readonly results: string;
}

function shippedLines(pool: string, file: string): readonly ShippedLine[] {
  const text = readFileSync(join(projectRoot, 'data', pool, file), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ShippedLine);
}

/** The results of one earlier system of a pool that ships, by task. */
export function shippedResults(pool: string, system: string): ReadonlyMap<string, number> {
  const marks = shippedLines(pool, 'results.jsonl').find((row) => row.system === system)?.results ?? '';
  return new Map(shippedLines(pool, 'pool.jsonl').map(({ id }, i) => [id, Number(marks[i])]));
}

/** Writes a plan for comparisons on Terminal-Bench 2 with "init", and its selection: the points that "select" prints. */
export function comparisonPlan(folder: string): { readonly initial: string; readonly points: string | undefined } {
  const pool = 'terminal-bench-2';
  copyFileSync(join(projectRoot, 'data', pool, 'pool.jsonl'), join(folder, 'pool.jsonl'));
  const ids = shippedLines(pool, 'pool.jsonl').map(({ id }) => id);
  const rows = shippedLines(pool, 'results.jsonl').flatMap(({ system, results }) =>
    ids.map((id, i) => `${id},"${system}",${results[i]}`),
  );
  writeFileSync(join(folder, 'prior.csv'), ['task_id,system,reward', ...rows, ''].join('\n'));
  const options = ['--purpose', 'comparison', '--prior', 'prior.csv', '--take', '50'];
  const initial = runWinnow(['init', 'pool.jsonl', ...options], { cwd: folder }).stdout;
  const { stdout } = runWinnow(['select', 'plan.yaml', '--out', 'selection'], { cwd: folder });
  return { initial, points: /on the same tasks: ([\d.]+) points/.exec(stdout)?.[1] };
}

/** The same with every seventh task the other way round: a system that nobody has seen. */
export function unseenResults(pool: string, system: string): ReadonlyMap<string, number> {
  return new Map([...shippedResults(pool, system)].map(([id, result], i) => [id, i % 7 === 3 ? 1 - result : result]));
}

const selected = new Map<string, readonly string[]>();

/** The tasks of a suite, or of a tier of it; each is selected once. */
export function suiteTasks(suite: string, tier?: string): readonly string[] {
  const args = ['select', suite, '--dry-run', '--json', ...(tier === undefined ? [] : ['--tier', tier])];
  const key = args.join(' ');
  const tasks = selected.get(key) ?? idsPrintedBy(args);
  selected.set(key, tasks);
  return tasks;
}

function idsPrintedBy(args: readonly string[]): readonly string[] {
  const { tasks } = JSON.parse(runWinnow(args).stdout) as { tasks: { task_id: string }[] };
  return tasks.map(({ task_id: id }) => id);
}

/** A report as SWE-bench's evaluation writes it. */
export function sweBenchReport(results: ReadonlyMap<string, number>, ids: Iterable<string> = results.keys()): string {
  const submitted = [...ids];
  const resolved = submitted.filter((id) => results.get(id) === 1);
  const unresolved = submitted.filter((id) => results.get(id) !== 1);
  return JSON.stringify({
    total_instances: 500,
    submitted_instances: submitted.length,
    completed_instances: submitted.length,
    resolved_instances: resolved.length,
    unresolved_instances: unresolved.length,
    empty_patch_instances: 0,
    error_instances: 0,
    completed_ids: submitted,
    incomplete_ids: [],
    empty_patch_ids: [],
    submitted_ids: submitted,
    resolved_ids: resolved,
    unresolved_ids: unresolved,
    error_ids: [],
    schema_version: 2,
  });
}
