import { type Balance, formatCount, type LabelBalance, visibleText } from '../../index.js';
import type { Terminal } from '../terminal/terminal.js';
import { figureTable } from './figure-table.js';

const mostValues = 15;

/** How often each value of a label is selected, beside what a random choice would have. */
export function labelTable(
  { name, values, totalVariation, weightedVariation, chance }: LabelBalance,
  terminal: Terminal,
): string {
  const weighted = weightedVariation === undefined ? '' : `, weighted ${weightedVariation.toFixed(2)}`;
  const title = `By ${name}: ${totalVariation.toFixed(2)} of the selection would have to move${weighted} (95% of redraws: up to ${chance.toFixed(2)})`;
  const rows = values
    .slice(0, mostValues)
    .map(({ value, selected, pool, proportional, planned }) => [
      value === '' ? '(not known)' : visibleText(value, 40),
      formatCount(pool),
      formatCount(selected),
      expectedWords(proportional),
      expectedWords(planned),
    ]);
  const table = figureTable(title, ['', 'pool', 'selected', 'in proportion', 'by the plan'], rows, terminal);
  const more = values.length - mostValues;
  return more > 0 ? `${table}\n${terminal.dim(`  and ${more} more (--json lists all)`)}` : table;
}

/** What the pool has and the selection does not. */
export function emptyLines({ empty }: Balance, { bold }: Terminal): string {
  const list = (cells: readonly { readonly value: string; readonly pool: number }[]) =>
    cells.map(({ value, pool }) => `${visibleText(value, 40)} (${formatCount(pool)})`).join(', ');
  const cells = empty.phasesOfBenchmarks.map(({ benchmark, value, pool }) => ({
    value: `${value} of ${benchmark}`,
    pool,
  }));
  const lines = [
    ...(empty.benchmarks.length > 0 ? [`benchmarks: ${list(empty.benchmarks)}`] : []),
    ...(empty.phases.length > 0 ? [`phases: ${list(empty.phases)}`] : []),
    ...(empty.languages.length > 0 ? [`languages: ${list(empty.languages)}`] : []),
    ...(cells.length > 0 ? [`phases of a benchmark: ${list(cells)}`] : []),
    ...(empty.phasesWithoutTasks.length > 0
      ? [
          `phases of the plan without any task: ${empty.phasesWithoutTasks.map((name) => visibleText(name, 40)).join(', ')}`,
        ]
      : []),
  ];
  const found = lines.length === 0 ? ['none: every phase, language and benchmark of the pool is met'] : lines;
  return [bold('In the pool, but not selected'), ...found.map((line) => `  ${line}`)].join('\n');
}

function expectedWords(count: number): string {
  return count >= 1000 ? formatCount(Math.round(count)) : count.toFixed(1);
}
