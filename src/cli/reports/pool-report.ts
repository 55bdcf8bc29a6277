import type { PoolDocument } from '../../core/contracts/pool-document.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

/** What a pool table holds, for a person: the tasks of each benchmark, and what is not among them. */
export function poolReport({ file, rows, bytes, benchmarks }: PoolDocument, used: string, terminal: Terminal): string {
  const { bold, dim, warning } = terminal;
  const lines = benchmarks.map(({ name, tasks, outside, problems }) => [
    visibleText(name),
    formatCount(tasks),
    [
      ...(outside === undefined ? [] : [`${formatCount(outside)} left out by source.where`]),
      ...(problems === 0 ? [] : [countOf(problems, 'warning')]),
    ].join(', '),
  ]);
  const isOdd = benchmarks.some(({ problems }) => problems > 0);
  return [
    `${bold(countOf(rows, 'task'))} of ${countOf(benchmarks.length, 'benchmark')}`,
    ...alignColumns(lines, { indent: '  ', isFigure: (column) => column === 1 }),
    ...(isOdd ? [warning('To see the warnings, run "winnow select --dry-run".')] : []),
    '',
    used,
    dim(`Wrote ${visibleText(file)} (${formatCount(Math.ceil(bytes / 1000))} kB)`),
  ].join('\n');
}
