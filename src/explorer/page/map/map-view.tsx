import { useCallback, useMemo, useState } from 'react';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import type { MapAxes } from '../route/map-axes.js';
import { routeHash } from '../route/route.js';
import { filterText, isFiltering, noFilter, type TaskFilter, withLabel } from '../route/task-filter.js';
import { changeRoute, goTo } from '../route/use-route.js';
import { poolColumns } from '../state/pool-columns.js';
import { useResult, useSource } from '../state/study-context.js';
import { usePoolResults } from '../state/use-pool-results.js';
import { FilterBar } from '../tasks/filter-bar.js';
import { matchMask } from '../tasks/task-rows.js';
import { TaskTable } from '../tasks/task-table.js';
import { shownWords } from '../tasks/tasks-view.js';
import { useFilterSteps } from '../tasks/use-filter-steps.js';
import { type ShownTasks, useFilteredTasks } from '../tasks/use-filtered-tasks.js';
import { BulkActions } from './bulk-actions.js';
import { CoverageCells } from './coverage-cells.js';
import { axisChoices, makeAxis } from './make-axis.js';
import { MapControls } from './map-controls.js';
import { MapFigure } from './map-figure.js';
import { MapLegend } from './map-legend.js';
import { colourChoices, pointColours } from './point-colours.js';
import type { MapMoves } from './use-drawing.js';

/** Every task of the pool as a point, laid out by two fields; what is chosen on it filters the table as well. */
export function MapView({ filter: asked, axes }: { readonly filter: TaskFilter; readonly axes: MapAxes }) {
  const { selection } = useResult();
  const { plan } = selection;
  const results = usePoolResults();
  // While a region is drawn everything follows it; the address has it when it is done.
  const [live, setLive] = useState<TaskFilter>();
  const filter = live ?? asked;
  const shown = useFilteredTasks(selection, filter);
  const { pool, filtered, rows } = shown;
  const { mask } = filtered;
  const choices = useMemo(() => axisChoices(plan, pool), [plan, pool]);
  const colourings = useMemo(() => colourChoices(results), [results]);
  const [nameX, nameY] = [axes.x ?? 'phase', axes.y ?? 'score'];
  const x = useAxis(choices, nameX, shown, false);
  const y = useAxis(choices, nameY, shown, true);
  const colours = useMemo(() => pointColours(pool, results, axes.colour), [pool, results, axes.colour]);
  const moves = useMapMoves(shown);
  const go = useCallback(
    (next: TaskFilter, how: 'push' | 'replace') => changeRoute({ view: 'map', filter: next, axes }, how),
    [axes],
  );
  const [setFilter, rest] = useFilterSteps(go);
  const choose = useCallback((next: TaskFilter) => go(next, 'push'), [go]);
  const brush = useCallback(
    (next: TaskFilter | undefined, isDone: boolean) => {
      setLive(isDone ? undefined : next);
      // A step that changes nothing is none to go back from.
      if (isDone && next !== undefined && filterText(next) !== filterText(asked)) go(next, 'push');
    },
    [go, asked],
  );
  const open = useCallback((row: number) => goTo({ view: 'task', ...pool.taskAt(row) }), [pool]);
  const others = useOtherMask(shown, filter);
  return (
    <>
      <div className="tasks-head">
        <h1>Map</h1>
        <p className="quiet" role="status">
          {shownWords(shown)}
        </p>
      </div>
      <MapControls
        choices={choices}
        colourings={colourings}
        axes={{ x: x.name, y: y.name, colour: axes.colour }}
        onChange={(next) => changeRoute({ view: 'map', filter: asked, axes: next }, 'push')}
        drawn={[x, y]}
        filter={filter}
        onFilter={setFilter}
        onRest={rest}
      />
      <MapFigure
        pool={pool}
        mask={mask}
        x={x}
        y={y}
        colours={colours}
        moves={moves}
        filter={filter}
        description={`Map of ${countOf(pool.count, 'task')}, ${x.words} across, ${y.words} upwards. ${formatCount(rows.count)} shown, ${formatCount(filtered.selected)} of them selected. The arrow keys go from task to task, Enter opens one.`}
        onBrush={brush}
        onChoose={choose}
        onOpen={open}
      />
      <MapLegend pool={pool} mask={mask} colours={colours} isByResult={axes.colour !== undefined} moves={moves} />
      <FilterBar
        filter={filter}
        facets={filtered.facets}
        unknownFields={shown.unknownFields}
        onChange={setFilter}
        onRest={rest}
      />
      <BulkActions pool={pool} rows={filtered.rows} />
      <CoverageCells plan={plan} pool={pool} mask={others} filter={filter} onChoose={choose} />
      <section aria-labelledby="map-tasks">
        <h2 id="map-tasks">Tasks that are shown</h2>
        <p className="quiet">
          {formatCount(filtered.selected)} selected / {formatCount(rows.count)} available.{' '}
          <a href={routeHash({ view: 'tasks', filter: asked })}>Open them in the table</a>
        </p>
        {rows.count === 0 ? (
          <div className="empty-state">
            <p>No task matches these filters.</p>
            {isFiltering(filter) && (
              <button type="button" onClick={() => choose({ ...noFilter, sort: filter.sort, columns: filter.columns })}>
                Show all tasks
              </button>
            )}
          </div>
        ) : (
          <TaskTable
            place="map"
            rows={rows}
            columns={shown.columns}
            sort={shown.sort}
            onSort={(sort) => setFilter({ ...filter, sort }, 'chosen')}
          />
        )}
      </section>
    </>
  );
}

function useAxis(choices: ReturnType<typeof axisChoices>, name: string, { pool }: ShownTasks, isUpright: boolean) {
  const { selection } = useResult();
  const choice = choices.find((each) => each.name === name) ?? choices[0];
  if (choice === undefined) throw new RangeError('There is nothing to lay the tasks out by.');
  // Weights move scores and states, and nothing else.
  const key = choice.name === 'score' || choice.name === 'state' ? pool : pool.labels;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what the axis is made of
  return useMemo(() => makeAxis(choice, selection.plan, pool, isUpright), [choice.name, key, isUpright]);
}

/** The rows that came in and went out against the plan as loaded. */
function useMapMoves({ pool }: ShownTasks): MapMoves {
  const { loaded } = useSource();
  return useMemo(() => {
    const before = poolColumns(loaded);
    const [cameIn, wentOut]: [number[], number[]] = [[], []];
    if (before === pool || before.labels !== pool.labels) return { cameIn, wentOut };
    for (let row = 0; row < pool.count; row++) {
      const [was, is] = [before.states[row] === 0, pool.states[row] === 0];
      if (is && !was) cameIn.push(row);
      if (was && !is) wentOut.push(row);
    }
    return { cameIn, wentOut };
  }, [pool, loaded]);
}

/** What passes all filters but those of phase and benchmark, whose cells are counted among them. */
function useOtherMask({ filtered, pool, query, wanted }: ShownTasks, filter: TaskFilter): Uint8Array {
  const isSame = !filter.labels.has('phase') && !filter.labels.has('benchmark');
  return useMemo(
    () =>
      isSame
        ? filtered.mask
        : matchMask(pool, withLabel(withLabel(wanted, 'phase', []), 'benchmark', []).labels, query),
    [isSame, filtered, pool, wanted, query],
  );
}
