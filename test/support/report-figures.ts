import { appendFileSync } from 'node:fs';

/** With WINNOW_LEARNING_TABLE set, the figures of a simulation are kept in that file. */
export function reportFigures(name: string, cells: readonly string[]): void {
  const file = process.env['WINNOW_LEARNING_TABLE'];
  if (file !== undefined) appendFileSync(file, `${[name, ...cells].join(' | ')}\n`);
}
