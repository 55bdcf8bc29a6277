import type { CSSProperties, ReactNode } from 'react';
import type { Plan } from '../../../core/model/plan.js';
import { formatCount } from '../../../core/text/numbers.js';
import { visibleText } from '../../../core/text/visible-text.js';
import type { PoolColumns } from '../state/pool-columns.js';
import { ScrollBox } from './table.js';

interface Cell {
  selected: number;
  available: number;
}

/** The counts of a phase and a benchmark; undefined: of all. */
type CellOf = (phase?: string, benchmark?: string) => Readonly<Cell>;

/** Counts the tasks of every phase and benchmark, or only those of a mask. */
export function coverageOf({ labels, states, count }: PoolColumns, mask?: Uint8Array): CellOf {
  const [phases, benchmarks] = [labels.label('phase'), labels.label('benchmark')];
  // The last row and the last column count all.
  const [rows, columns] = [phases.values.length + 1, benchmarks.values.length + 1];
  const cells = Array.from({ length: rows * columns }, (): Cell => ({ selected: 0, available: 0 }));
  for (let row = 0; row < count; row++) {
    if (mask !== undefined && mask[row] !== 1) continue;
    for (const phase of [phases.codes[row] ?? 0, rows - 1]) {
      for (const benchmark of [benchmarks.codes[row] ?? 0, columns - 1]) {
        const cell = cells[phase * columns + benchmark];
        if (cell === undefined) continue;
        cell.available++;
        if (states[row] === 0) cell.selected++;
      }
    }
  }
  const placeOf = (values: readonly string[], value: string | undefined) =>
    value === undefined ? values.length : values.indexOf(value);
  return (phase, benchmark) => {
    const [row, column] = [placeOf(phases.values, phase), placeOf(benchmarks.values, benchmark)];
    const found = row < 0 || column < 0 ? undefined : cells[row * columns + column];
    return found ?? { selected: 0, available: 0 };
  };
}

interface CoverageGridProps {
  readonly plan: Plan;
  readonly cellOf: CellOf;
  readonly className?: string;
  readonly hasTotals?: boolean;
  /** Puts the content of a cell into a link or a button. */
  readonly children: (content: ReactNode, phase?: string, benchmark?: string) => ReactNode;
}

/** Phases by benchmarks, selected of available; the more are selected, the darker the cell. */
export function CoverageGrid({ plan, cellOf, className = '', hasTotals = false, children }: CoverageGridProps) {
  const names = plan.benchmarks.map(({ name }) => name);
  const counts = plan.phases.flatMap((phase) => names.map((name) => cellOf(phase, name)));
  const most = Math.max(1, ...counts.map(({ selected }) => selected));
  const cell = (phase?: string, benchmark?: string) => {
    const { selected, available } = cellOf(phase, benchmark);
    const key = benchmark ?? '';
    if (available === 0)
      return (
        <td key={key} className="number empty">
          –
        </td>
      );
    const isTotal = phase === undefined || benchmark === undefined;
    // The square root tells small counts from none.
    const shade = isTotal || selected === 0 ? 0 : Math.round(12 + 58 * Math.sqrt(selected / most));
    return (
      <td
        key={key}
        className={`number${selected === 0 ? ' none-selected' : ''}`}
        style={{ '--shade': `${shade}%` } as CSSProperties}
      >
        {children(
          <>
            <strong>{formatCount(selected)}</strong>
            <span className="of"> / {formatCount(available)}</span>
          </>,
          phase,
          benchmark,
        )}
      </td>
    );
  };
  const row = (words: string, phase?: string) => (
    <tr key={words}>
      <th scope="row">{words}</th>
      {names.map((name) => cell(phase, name))}
      {hasTotals && cell(phase)}
    </tr>
  );
  return (
    <ScrollBox label="Selected and available tasks by phase and benchmark">
      <table className={`grid ${className}`}>
        <thead>
          <tr>
            <th scope="col">Phase</th>
            {[...plan.benchmarks.map(({ title }) => visibleText(title, 60)), ...(hasTotals ? ['All'] : [])].map(
              (name) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{plan.phases.map((phase) => row(visibleText(phase, 80), phase))}</tbody>
        {hasTotals && <tfoot>{row('All')}</tfoot>}
      </table>
    </ScrollBox>
  );
}
