import type { CSSProperties, ReactNode } from 'react';
import { type Column, figureColumn, type Row, wordColumn } from '../../../core/blocks/blocks.js';
import type { Plan } from '../../../core/model/plan.js';
import { formatCount } from '../../../core/text/numbers.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { capital } from '../../../core/text/words.js';
import { TaskLink } from '../parts/task-marks.js';
import type { PoolColumns } from '../state/pool-columns.js';

interface ScrollBoxProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A box that scrolls if its content is wider than the page. */
export function ScrollBox({ label, className = 'table-box', children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** The columns and rows of a table whose cells may be more than text. */
export interface TableContent {
  readonly columns: readonly Column[];
  readonly rows: readonly (PageRow | readonly ReactNode[])[];
}

type PageRow = Omit<Row, 'cells'> & { readonly cells: readonly ReactNode[] };

/** Columns of words with these names. */
export function words(...names: readonly string[]): readonly Column[] {
  return names.map((name) => wordColumn(name));
}

/** Columns of figures with these names. */
export function figures(...names: readonly string[]): readonly Column[] {
  return names.map((name) => figureColumn(name));
}

interface TableViewProps extends TableContent {
  readonly title: string;
  /** The name of the box, if several tables have the same title. */
  readonly label?: string;
}

/** A table. The task that a row is about comes first; otherwise the first cell names the row. */
export function TableView({ title, label = title, columns, rows }: TableViewProps) {
  const order = columns
    .map((column, at) => ({ ...column, at, className: column.align === 'right' ? 'number' : undefined }))
    .toSorted((a, b) => Number(b.isTask === true) - Number(a.isTask === true));
  return (
    <ScrollBox label={label}>
      <table>
        <caption className="only-heard">{title}</caption>
        <thead>
          <tr>
            {order.map(({ name, className }) => (
              <th key={name} scope="col" className={className}>
                {capital(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(rowOf).map(({ cells, level = 0, task }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no other name
            <tr key={row}>
              {order.map(({ name, at, isTask, className }, place) => {
                const cell = isTask === true && task !== undefined ? <TaskCell task={task} /> : cells[at];
                if (place > 0)
                  return (
                    <td key={name} className={className}>
                      {cell}
                    </td>
                  );
                return (
                  <th key={name} scope="row">
                    {'\u2003'.repeat(level)}
                    {cell}
                  </th>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function rowOf(row: TableContent['rows'][number]): PageRow {
  return 'cells' in row ? row : { cells: row };
}

function TaskCell({ task }: { readonly task: NonNullable<Row['task']> }) {
  return (
    <>
      {visibleText(task.benchmark, 40)} <TaskLink task={task} />
    </>
  );
}

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
