import type { Pool } from '../../src/core/model/task.js';
import { type MatrixOptions, responseMatrix } from './response-matrix.js';
import { tasksOf } from './sample-plan.js';

/** A pool of generated tasks with what earlier systems made of them, and what later ones do. */
export function learnedPool(options: Partial<MatrixOptions> = {}) {
  const { earlier, later, labels } = responseMatrix({
    seed: 'pool',
    tasks: 150,
    earlier: 12,
    later: 4,
    labels: 4,
    ...options,
  });
  const tasks = tasksOf(labels.map((label, i) => ({ repo: `r${label}`, files_changed: 1 + (i % 9) })));
  const rewards = earlier.map((row) => new Map(tasks.map(({ id }, i) => [id, [row[i] ?? 0]])));
  const names = earlier.map((_, j) => `old${j + 1}`);
  const pool: Pool = {
    tasks: tasks.map((task, i) => {
      const solved = earlier.reduce((sum, row) => sum + (row[i] ?? 0), 0);
      const fields = { prior_results: earlier.length, prior_solved: solved, prior_rate: solved / earlier.length };
      return { ...task, fields: { ...task.fields, ...fields } };
    }),
    problems: [],
    priorSystems: names,
    priorRewards: new Map(names.map((name, j) => [name, rewards[j] ?? new Map()])),
  };
  return { pool, earlier, later };
}

/** The text of a plan that selects from such a pool, `mine`. */
export function learnedPlan(select: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    name: 'learned',
    seed: 1,
    phases: ['Fix'],
    phase: 'Fix',
    score: { name: 'size', weights: { size: 1 }, components: { size: { ramp: 'files_changed', full: 9 } } },
    benchmarks: { mine: { source: { path: 'unused' }, prior: { path: 'unused.csv' }, select } },
  });
}
