import type { Selection } from '../../../core/model/selection.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { type Route, routeHash } from '../route/route.js';
import { type FilterLabel, noFilter } from '../route/task-filter.js';
import { poolColumns } from '../state/pool-columns.js';

/** Phases by benchmarks: how many tasks of each are selected. The more, the darker; every cell leads to its tasks. */
export function CoverageGrid({ selection }: { readonly selection: Selection }) {
  const { benchmarks, statistics } = selection;
  const rows = phaseCounts(selection);
  const most = Math.max(1, ...rows.flatMap(({ cells }) => cells.map(({ selected }) => selected)));
  const totals = new Map(statistics.byPhase.map((row) => [row.name, row]));
  const byBenchmark = new Map(statistics.byBenchmark.map((row) => [row.name, row]));
  const none: Cell = { selected: 0, available: 0 };
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">Phases and benchmarks</h2>
      <p className="quiet">
        Selected of available.<span className="grid-hint"> A cell leads to its tasks.</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="table-box" tabIndex={0} aria-label="Selected and available tasks by phase and benchmark">
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">Phase</th>
              {benchmarks.map(({ plan }) => (
                <th key={plan.name} scope="col" className="number">
                  {visibleText(plan.title, 60)}
                </th>
              ))}
              <th scope="col" className="number">
                All
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ phase, cells }) => (
              <tr key={phase}>
                <th scope="row">{visibleText(phase, 80)}</th>
                {cells.map((cell, at) => {
                  const benchmark = benchmarks[at]?.plan.name ?? '';
                  return <GridCell key={benchmark} cell={cell} most={most} to={{ benchmark, phase }} />;
                })}
                <GridCell cell={totals.get(phase) ?? none} to={{ phase }} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All</th>
              {benchmarks.map(({ plan: { name } }) => (
                <GridCell key={name} cell={byBenchmark.get(name) ?? none} to={{ benchmark: name }} />
              ))}
              <GridCell cell={statistics} to={{}} />
            </tr>
          </tfoot>
        </table>
      </section>
    </section>
  );
}

interface GridCellProps {
  readonly cell: Cell;
  /** The most of any cell; without it the cell is not shaded. */
  readonly most?: number;
  readonly to: Partial<Record<FilterLabel, string>>;
}

function GridCell({ cell: { selected, available }, most, to }: GridCellProps) {
  if (available === 0) return <td className="number empty">–</td>;
  const labels = Object.entries(to).map(([label, value]) => [label as FilterLabel, [value]] as const);
  const route: Route = { view: 'tasks', filter: { ...noFilter, labels: new Map(labels) } };
  // The square root keeps small counts apart from none.
  const shade = most === undefined || selected === 0 ? 0 : Math.round(12 + 58 * Math.sqrt(selected / most));
  return (
    <td
      className={`number${selected === 0 ? ' none-selected' : ''}`}
      style={{ '--shade': `${shade}%` } as React.CSSProperties}
    >
      <a href={routeHash(route)}>
        <strong>{formatCount(selected)}</strong>
        <span className="of"> / {formatCount(available)}</span>
      </a>
    </td>
  );
}

/** Selected out of available. */
interface Cell {
  readonly selected: number;
  readonly available: number;
}

/** For each phase, in the order of the plan, its counts in each benchmark, in the order of the plan. */
function phaseCounts(selection: Selection): readonly { readonly phase: string; readonly cells: readonly Cell[] }[] {
  const pool = poolColumns(selection);
  const { values, codes } = pool.labels.label('phase');
  const places = new Map(values.map((phase, code) => [phase, code]));
  const columns = pool.labels.benchmarks.map(({ start, count }) => {
    const [available, selected] = [new Uint32Array(values.length), new Uint32Array(values.length)];
    for (let row = start; row < start + count; row++) {
      const code = codes[row] ?? 0;
      available[code] = (available[code] ?? 0) + 1;
      if (pool.states[row] === 0) selected[code] = (selected[code] ?? 0) + 1;
    }
    return { available, selected };
  });
  return selection.plan.phases.map((phase) => {
    const code = places.get(phase) ?? -1;
    return {
      phase,
      cells: columns.map(({ available, selected }) => ({
        selected: selected[code] ?? 0,
        available: available[code] ?? 0,
      })),
    };
  });
}
