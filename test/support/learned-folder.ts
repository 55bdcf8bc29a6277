import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MatrixOptions, responseMatrix } from './response-matrix.js';

/** Writes a pool of generated tasks, and tables of what earlier and later systems made of them, into a folder. */
export function learnedFolder(folder: string): string {
  writeLearned(folder, 'one', { seed: 'learned', tasks: 150, earlier: 12, later: 4, labels: 4 });
  return folder;
}

/** Writes one benchmark's tasks into `tasks/NAME.jsonl`, its earlier results into `prior/NAME.csv`, its later into `later/NAME.csv`. */
export function writeLearned(folder: string, name: string, options: MatrixOptions): void {
  const { earlier, later, labels } = responseMatrix(options);
  const ids = labels.map((_, i) => `${name}-${String(i).padStart(3, '0')}`);
  const tasks = ids.map((id, i) =>
    JSON.stringify({
      id,
      repo: `org/${'abcdefgh'[labels[i] ?? 0]}`,
      language: i % 3 === 0 ? 'go' : 'rust',
      files_changed: 1 + (i % 9),
    }),
  );
  const table = (rows: readonly (readonly number[])[], prefix: string) =>
    [
      ['task_id', ...rows.map((_, j) => `${prefix}${j + 1}`)],
      ...ids.map((id, i) => [id, ...rows.map((row) => String(row[i]))]),
    ]
      .map((cells) => `${cells.join(',')}\n`)
      .join('');
  for (const part of ['tasks', 'prior', 'later']) mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'tasks', `${name}.jsonl`), `${tasks.join('\n')}\n`);
  writeFileSync(join(folder, 'prior', `${name}.csv`), table(earlier, 'old'));
  writeFileSync(join(folder, 'later', `${name}.csv`), table(later, 'new'));
}
