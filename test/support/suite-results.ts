import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, runWinnow } from './run-winnow.js';

/** The results of one earlier system of a pool that ships, by task. */
export function shippedResults(pool: string, system: string): ReadonlyMap<string, number> {
  const lines = (file: string) =>
    readFileSync(join(projectRoot, 'data', pool, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; system: string; results: string });
  const marks = lines('results.jsonl').find((row) => row.system === system)?.results ?? '';
  return new Map(lines('pool.jsonl').map(({ id }, i) => [id, Number(marks[i])]));
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
