import { memo, useCallback, useMemo, useState } from 'react';
import type { Plan } from '../../../core/model/plan.js';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { CoverageGrid, coverageOf } from '../blocks/coverage-grid.js';
import { Button, Titled } from '../parts/controls.js';
import { type MapAxes, routeHash } from '../route/route.js';
import { filterText, type TaskFilter, withLabel } from '../route/task-filter.js';
import { changeRoute, goTo } from '../route/use-route.js';
import { type PoolColumns, poolColumns } from '../state/pool-columns.js';
import { usePoolResults, useResult, useSource } from '../state/study-context.js';
import { FilterBar } from '../tasks/filter-bar.js';
import { matchMask } from '../tasks/task-rows.js';
import { FoundTasks } from '../tasks/task-table.js';
import { type ShownTasks, useFilteredTasks, useFilterSteps } from '../tasks/use-filtered-tasks.js';
import { type AxisChoice, axisChoices, makeAxis } from './map-axis.js';
import { BulkActions, MapControls, MapLegend } from './map-controls.js';
import { MapFigure } from './map-figure.js';
import { pointColours } from './paint-points.js';
import type { MapMoves } from './use-drawing.js';

/** Every task of the pool as a point, by two fields. A choice on the map also filters the table. */
export function MapView({ filter: asked, axes }: { readonly filter: TaskFilter; readonly axes: MapAxes }) {
  const { plan } = useResult().selection;
  const results = usePoolResults();
  // While a region is drawn everything follows it; the address changes when it is done.
  const [live, setLive] = useState<TaskFilter>();
  const filter = live ?? asked;
  const shown = useFilteredTasks(filter);
  const { pool, filtered, rows } = shown;
  const { mask } = filtered;
  const choices = useMemo(() => axisChoices(plan, pool), [plan, pool]);
  const x = useAxis(choices, axes.x ?? 'phase', pool, false);
  const y = useAxis(choices, axes.y ?? 'score', pool, true);
  const colours = useMemo(() => pointColours(pool, results, axes.colour), [pool, results, axes.colour]);
  const moves = useMapMoves(pool);
  const go = useCallback(
    (next: TaskFilter, how: 'push' | 'replace') => changeRoute({ view: 'map', filter: next, axes }, how),
    [axes],
  );
  const [setFilter, rest] = useFilterSteps(go);
  const choose = useCallback((next: TaskFilter) => go(next, 'push'), [go]);
  const brush = useCallback(
    (next: TaskFilter | undefined, isDone: boolean) => {
      setLive(isDone ? undefined : next);
      // A step that changes nothing gets no entry in the history.
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
          {shown.words}
        </p>
      </div>
      <MapControls
        choices={choices}
        results={results}
        axes={axes}
        onChange={(next) => changeRoute({ view: 'map', filter: asked, axes: next }, 'push')}
        drawn={[x, y]}
        filter={filter}
        onFilter={setFilter}
        onRest={rest}
      />
      <MapFigure
        {...{ pool, mask, x, y, colours, moves, filter }}
        description={`Map of ${countOf(pool.count, 'task')}, ${x.words} across, ${y.words} upwards. ${formatCount(rows.count)} shown, ${formatCount(filtered.selected)} of them selected. The arrow keys go from task to task, Enter opens one.`}
        onBrush={brush}
        onChoose={choose}
        onOpen={open}
      />
      <MapLegend {...{ pool, mask, colours, moves }} isByResult={axes.colour !== undefined} />
      <FilterBar filter={filter} shown={shown} onChange={setFilter} onRest={rest} />
      <BulkActions pool={pool} rows={filtered.rows} />
      <CoverageCells plan={plan} pool={pool} mask={others} filter={filter} onChoose={choose} />
      <Titled id="map-tasks" title="Tasks that are shown">
        <p className="quiet">
          {formatCount(filtered.selected)} selected / {formatCount(rows.count)} available.{' '}
          <a href={routeHash({ view: 'tasks', filter: asked })}>Open them in the table</a>
        </p>
        <FoundTasks place="map" shown={shown} filter={filter} onChange={(next) => setFilter(next, 'chosen')} />
      </Titled>
    </>
  );
}

function useAxis(choices: readonly AxisChoice[], name: string, pool: PoolColumns, isUpright: boolean) {
  const { plan } = useResult().selection;
  const choice = choices.find((each) => each.name === name) ?? choices[0];
  if (choice === undefined) throw new RangeError('There is nothing to lay the tasks out by.');
  // Weights change only scores and states.
  const key = choice.name === 'score' || choice.name === 'state' ? pool : pool.labels;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the columns of the axis
  return useMemo(() => makeAxis(choice, plan, pool, isUpright), [choice.name, key, isUpright]);
}

function useMapMoves(pool: PoolColumns): MapMoves {
  const { loaded } = useSource();
  return useMemo(() => {
    const before = poolColumns(loaded);
    const isComparable = before !== pool && before.labels === pool.labels;
    const rows = isComparable ? Array.from({ length: pool.count }, (_, row) => row) : [];
    return {
      cameIn: rows.filter((row) => before.states[row] !== 0 && pool.states[row] === 0),
      wentOut: rows.filter((row) => before.states[row] === 0 && pool.states[row] !== 0),
    };
  }, [pool, loaded]);
}

function useOtherMask({ filtered, pool, query, wanted }: ShownTasks, filter: TaskFilter): Uint8Array {
  const isSame = !filter.labels.has('phase') && !filter.labels.has('benchmark');
  return useMemo(() => {
    if (isSame) return filtered.mask;
    return matchMask(pool, withLabel(withLabel(wanted, 'phase', []), 'benchmark', []).labels, query);
  }, [isSame, filtered, pool, wanted, query]);
}

interface CoverageCellsProps {
  readonly plan: Plan;
  readonly pool: PoolColumns;
  readonly mask: Uint8Array;
  readonly filter: TaskFilter;
  readonly onChoose: (filter: TaskFilter) => void;
}

const CoverageCells = memo(function CoverageCells({ plan, pool, mask, filter, onChoose }: CoverageCellsProps) {
  const cellOf = useMemo(() => coverageOf(pool, mask), [pool, mask]);
  const titles = new Map(plan.benchmarks.map(({ name, title }) => [name, visibleText(title, 60)]));
  const [phases, names] = [filter.labels.get('phase') ?? [], filter.labels.get('benchmark') ?? []];
  const isIn = (values: readonly string[], value: string) => values.length === 0 || values.includes(value);
  const choose = (phase: string, name: string) => {
    const isOnly = phases.join() === phase && names.join() === name;
    onChoose(withLabel(withLabel(filter, 'phase', isOnly ? [] : [phase]), 'benchmark', isOnly ? [] : [name]));
  };
  return (
    <Titled id="map-cells" title="Phases and benchmarks">
      <p className="quiet">
        Selected / available of what the other filters show. A cell filters the map and the table.
      </p>
      <CoverageGrid plan={plan} cellOf={cellOf} className="map-cells">
        {(content, phase = '', name = '') => {
          const isChosen = phases.length + names.length > 0 && isIn(phases, phase) && isIn(names, name);
          return (
            <Button aria-pressed={isChosen} onClick={() => choose(phase, name)}>
              <span className="only-heard">
                {visibleText(phase, 80)}, {titles.get(name)}, selected / available:{' '}
              </span>
              {content}
            </Button>
          );
        }}
      </CoverageGrid>
    </Titled>
  );
});
