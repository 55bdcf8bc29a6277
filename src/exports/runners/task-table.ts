import type { NamedTask } from '../tasks/export-task.js';
import type { RunnerInput } from './runner.js';

/** A column of the table of tasks: its name, its kind and its value for a task. */
export interface TaskColumn {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'count';
  cellOf(named: NamedTask, input: RunnerInput): string | number | null;
}

/** What a table says of each task. */
export const taskColumns: readonly TaskColumn[] = [
  { name: 'benchmark', kind: 'text', cellOf: ({ task }) => task.benchmark },
  { name: 'task_id', kind: 'text', cellOf: ({ task }) => task.id },
  { name: 'task_dir', kind: 'text', cellOf: ({ task }) => task.entry.task_dir },
  { name: 'repo', kind: 'text', cellOf: ({ task }) => label(task.entry.repo) },
  { name: 'language', kind: 'text', cellOf: ({ task }) => label(task.entry.language) },
  { name: 'category', kind: 'text', cellOf: ({ task }) => label(task.entry.category) },
  { name: 'difficulty', kind: 'text', cellOf: ({ task }) => label(task.entry.difficulty) },
  { name: 'phase', kind: 'text', cellOf: ({ task }) => task.entry.sdlc_phase },
  { name: 'score', kind: 'number', cellOf: ({ task }) => task.entry.mcp_benefit_score },
  { name: 'rank', kind: 'count', cellOf: ({ task }) => task.entry.rank },
  { name: 'stratum', kind: 'text', cellOf: ({ task }) => task.stratum },
  { name: 'weight', kind: 'number', cellOf: ({ task }) => task.entry.design?.design_weight ?? null },
  { name: 'wave', kind: 'count', cellOf: ({ task }, { waveOf }) => waveOf(task) },
  { name: 'reason', kind: 'text', cellOf: ({ task }) => task.entry.selection_rationale },
];

function label(value: string | number | null): string | null {
  return value === null ? null : String(value);
}
