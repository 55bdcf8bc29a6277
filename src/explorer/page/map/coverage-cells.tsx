import { memo, useMemo } from 'react';
import type { Plan } from '../../../core/model/plan.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { type TaskFilter, withLabel } from '../route/task-filter.js';
import type { PoolColumns } from '../state/pool-columns.js';

interface CoverageCellsProps {
  readonly plan: Plan;
  readonly pool: PoolColumns;
  /** What passes all filters but those of phase and benchmark. */
  readonly mask: Uint8Array;
  readonly filter: TaskFilter;
  readonly onChoose: (filter: TaskFilter) => void;
}

/** Phases by benchmarks: selected of available among what the other filters show. A cell shows its tasks alone. */
export const CoverageCells = memo(function CoverageCells({ plan, pool, mask, filter, onChoose }: CoverageCellsProps) {
  const benchmarks = plan.benchmarks.map(({ name, title }) => ({ name, title }));
  const counts = useMemo(() => countCells(pool, mask), [pool, mask]);
  const most = Math.max(1, ...[...counts.values()].map(({ available }) => available));
  const [phases, names] = [filter.labels.get('phase') ?? [], filter.labels.get('benchmark') ?? []];
  const isChosen = (phase: string, name: string) =>
    phases.length + names.length > 0 &&
    (phases.length === 0 || phases.includes(phase)) &&
    (names.length === 0 || names.includes(name));
  const choose = (phase: string, name: string) => {
    const isOnly = phases.join() === phase && names.join() === name;
    onChoose(withLabel(withLabel(filter, 'phase', isOnly ? [] : [phase]), 'benchmark', isOnly ? [] : [name]));
  };
  return (
    <section aria-labelledby="map-cells">
      <h2 id="map-cells">Phases and benchmarks</h2>
      <p className="quiet">
        Selected / available of what the other filters show. A cell filters the map and the table.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="table-box" tabIndex={0} aria-label="Selected and available tasks by phase and benchmark">
        <table className="grid map-cells">
          <thead>
            <tr>
              <th scope="col">Phase</th>
              {benchmarks.map(({ name, title }) => (
                <th key={name} scope="col" className="number">
                  {visibleText(title, 60)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {plan.phases.map((phase) => (
              <tr key={phase}>
                <th scope="row">{visibleText(phase, 80)}</th>
                {benchmarks.map(({ name, title }) => {
                  const { selected, available } = counts.get(keyOf(phase, name)) ?? none;
                  if (available === 0)
                    return (
                      <td key={name} className="number empty">
                        –
                      </td>
                    );
                  const shade = selected === 0 ? 0 : Math.round(12 + 58 * Math.sqrt(selected / most));
                  return (
                    <td
                      key={name}
                      className={`number${selected === 0 ? ' none-selected' : ''}`}
                      style={{ '--shade': `${shade}%` } as React.CSSProperties}
                    >
                      <button type="button" aria-pressed={isChosen(phase, name)} onClick={() => choose(phase, name)}>
                        <span className="only-heard">
                          {visibleText(phase, 80)}, {visibleText(title, 60)}, selected / available:{' '}
                        </span>
                        <strong>{formatCount(selected)}</strong>
                        <span className="of"> / {formatCount(available)}</span>
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
});

interface CellCount {
  selected: number;
  available: number;
}

const none: CellCount = { selected: 0, available: 0 };

function keyOf(phase: string, benchmark: string): string {
  return JSON.stringify([phase, benchmark]);
}

function countCells({ labels, states, count }: PoolColumns, mask: Uint8Array): ReadonlyMap<string, CellCount> {
  const [phases, benchmarks] = [labels.label('phase'), labels.label('benchmark')];
  const width = benchmarks.values.length;
  const cells = Array.from({ length: phases.values.length * width }, () => ({ ...none }));
  for (let row = 0; row < count; row++) {
    const cell = cells[(phases.codes[row] ?? 0) * width + (benchmarks.codes[row] ?? 0)];
    if (mask[row] !== 1 || cell === undefined) continue;
    cell.available++;
    if (states[row] === 0) cell.selected++;
  }
  return new Map(
    phases.values.flatMap((phase, p) =>
      benchmarks.values.map((benchmark, b) => [keyOf(phase, benchmark), cells[p * width + b] ?? none] as const),
    ),
  );
}
