import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from '../../src/core/model/task.js';
import type { LearnedPool } from './learned-pools.js';
import { projectRoot } from './run-winnow.js';

/** The tables of public leaderboards that ship with Winnow. */
const folder = process.env['WINNOW_TABLES'] ?? join(projectRoot, 'data');

function rowsOf<Row>(file: string): readonly Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

/** A public leaderboard: the first systems by date as earlier ones, the others as those to compare. */
export function leaderboard(name: string, earlier: number): LearnedPool {
  const tasks = rowsOf<{ id: string; repo?: string }>(join(folder, name, 'pool.jsonl'));
  const systems = rowsOf<{ system: string; date: string; results: string }>(
    join(folder, name, 'results.jsonl'),
  ).toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.system < b.system ? -1 : 1));
  const rows = systems.map(({ results }) => [...results].map(Number));
  const ids = tasks.map(({ id }) => id);
  const repos = [...new Set(tasks.map(({ repo = '' }) => repo))];
  const priorRewards = new Map(
    systems.slice(0, earlier).map(({ system }, j) => [system, new Map(ids.map((id, i) => [id, [rows[j]?.[i] ?? 0]]))]),
  );
  const pool: Pool = {
    tasks: tasks.map(({ id, repo = '' }) => ({ benchmark: name, id, fields: { repo, files_changed: 1 } })),
    problems: [],
    priorSystems: [...priorRewards.keys()],
    priorRewards,
  };
  const labels = tasks.map(({ repo = '' }) => repos.indexOf(repo));
  return {
    name,
    ids,
    pool,
    matrix: { earlier: rows.slice(0, earlier), later: rows.slice(earlier), labels, tieNumbers: ids.map(() => 0) },
  };
}
