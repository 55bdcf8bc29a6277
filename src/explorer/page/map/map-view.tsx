import { memo, useCallback, useMemo, useState } from 'react';
import type { PoolResults } from '../../../core/assess/question/pool-results.js';
import type { Plan } from '../../../core/model/plan.js';
import { countOf, formatCount } from '../../../core/text/numbers.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { CoverageGrid, coverageOf } from '../blocks/table.js';
import { Button, Choice, ExcludeForm, Faults, notRun, Titled } from '../parts/controls.js';
import { type MapAxes, routeHash } from '../route/route.js';
import { filterText, type TaskFilter, withLabel } from '../route/task-filter.js';
import { changeRoute, goTo } from '../route/use-route.js';
import { exclude, type NewExclusion, pin } from '../state/edits.js';
import { type PoolColumns, poolColumns } from '../state/pool-columns.js';
import { useEditing, usePoolResults, useResult, useSource } from '../state/study-context.js';
import { FilterBar } from '../tasks/filter-bar.js';
import { matchMask, searchRange, withSearchRange } from '../tasks/task-rows.js';
import { FoundTasks } from '../tasks/task-table.js';
import { type FilterChange, type ShownTasks, useFilteredTasks, useFilterSteps } from '../tasks/use-filtered-tasks.js';
import { type Axis, type AxisChoice, axisChoices, makeAxis } from './map-axis.js';
import { MapFigure } from './map-figure.js';
import { pointColours, resultKinds } from './map-points.js';
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

interface MapControlsProps {
  readonly choices: readonly AxisChoice[];
  readonly results: PoolResults | undefined;
  readonly axes: MapAxes;
  readonly onChange: (axes: MapAxes) => void;
  readonly drawn: readonly [Axis, Axis];
  readonly filter: TaskFilter;
  readonly onFilter: (filter: TaskFilter, how: FilterChange) => void;
  readonly onRest: () => void;
}

/** The axes, the colours, and the region in figures. */
function MapControls({ choices, results, axes, onChange, drawn, filter, onFilter, onRest }: MapControlsProps) {
  const [x, y] = drawn;
  const isBrushed = x.stretches(filter) !== undefined || y.stretches(filter) !== undefined;
  const ofKind = (kind: Axis['kind']) =>
    choices.filter((choice) => choice.kind === kind).map(({ name, words }) => [name, words] as const);
  const fields = [
    { heading: 'Numbers', options: ofKind('number') },
    { heading: 'Labels', options: ofKind('label') },
  ];
  const systems = (results?.configurations ?? []).map(
    ({ name }, at) => [`result.${at + 1}`, `result of ${visibleText(name, 60)}`] as const,
  );
  return (
    <div className="map-controls">
      <Choice label="Across" value={x.name} options={fields} onChoose={(name) => onChange({ ...axes, x: name })} />
      <Button className="map-swap" onClick={() => onChange({ ...axes, x: y.name, y: x.name })}>
        <span aria-hidden="true">⇄</span>
        <span className="only-heard">Swap the axes</span>
      </Button>
      <Choice label="Upwards" value={y.name} options={fields} onChoose={(name) => onChange({ ...axes, y: name })} />
      {systems.length > 0 && (
        <Choice
          label="Colour"
          value={axes.colour ?? ''}
          options={[['', 'selection'], ...systems]}
          onChoose={(name) => onChange({ ...axes, colour: name || undefined })}
        />
      )}
      <RangeFields axes={drawn} filter={filter} onFilter={onFilter} onRest={onRest} />
      <Button disabled={!isBrushed} onClick={() => onFilter(y.clear(x.clear(filter)), 'chosen')}>
        Clear region
      </Button>
    </div>
  );
}

interface RangeFieldsProps extends Pick<MapControlsProps, 'filter' | 'onFilter' | 'onRest'> {
  readonly axes: readonly [Axis, Axis];
}

/** The region of the map in figures: from and to for each axis that is a number. */
function RangeFields({ axes: [x, y], filter, onFilter, onRest }: RangeFieldsProps) {
  const numbers = (x.name === y.name ? [x] : [x, y]).filter(({ kind }) => kind === 'number');
  if (numbers.length === 0) return null;
  return (
    <div className="map-ranges">
      {numbers.map(({ name, words }) => {
        const range = searchRange(filter.search, name) ?? { low: -Infinity, high: Infinity };
        const bound = (key: 'low' | 'high', none: number) => (
          <input
            type="number"
            step="any"
            aria-label={`${visibleText(words, 60)}, ${key === 'low' ? 'from' : 'to'}`}
            value={Number.isFinite(range[key]) ? range[key] : ''}
            onChange={({ target }) => {
              const value = target.value === '' ? none : target.valueAsNumber;
              if (Number.isNaN(value)) return;
              const search = withSearchRange(filter.search, name, { ...range, [key]: value });
              onFilter({ ...filter, search }, 'typed');
            }}
            onBlur={onRest}
          />
        );
        return (
          <fieldset key={name} className="map-range">
            <legend>{visibleText(words, 60)}</legend>
            {bound('low', -Infinity)}
            <span aria-hidden="true">to</span>
            {bound('high', Infinity)}
          </fieldset>
        );
      })}
    </div>
  );
}

interface MapLegendProps {
  readonly pool: PoolColumns;
  readonly mask: Uint8Array;
  readonly colours: Uint8Array;
  readonly isByResult: boolean;
  readonly moves: MapMoves;
}

const resultNames = ['', 'passed', 'partly passed', 'failed', 'no result'];

/** The meaning of the marks, and how many of the shown tasks have each. */
function MapLegend({ pool, mask, colours, isByResult, moves }: MapLegendProps) {
  const [selected = 0, out = 0, excluded = 0, ineligible = 0] = countsOf(pool.states, mask);
  const kinds = countsOf(colours, mask);
  const usual = [
    ['filled', 'selected', selected, true],
    ['hollow', 'not selected', out, true],
    ['crossed', 'excluded or not eligible', excluded + ineligible, false],
    ['came', 'came in', moves.cameIn.length, false],
    ['went', 'went out', moves.wentOut.length, false],
  ] as const;
  const results = resultKinds.map((kind, at) => [kind, resultNames[at], kinds[at] ?? 0, false] as const).slice(1);
  return (
    <ul className="legend map-legend" aria-label="Marks of the map">
      {[...usual, ...(isByResult ? results : [])]
        .filter(([, , count, isAlways]) => isAlways || count > 0)
        .map(([mark, words, count]) => (
          <li key={mark}>
            <span className={`map-mark map-mark-${mark}`} aria-hidden="true" />
            {words} <strong>{formatCount(count)}</strong>
          </li>
        ))}
    </ul>
  );
}

function countsOf(codes: Uint8Array, mask: Uint8Array): Uint32Array {
  const counts = new Uint32Array(8);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] ?? 0;
    if (mask[row] === 1) counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** The most exclusions or pins to write into a plan at once. */
const mostAtOnce = 1000;

/** Pins or excludes all shown tasks, in one step to undo. */
function BulkActions({ pool, rows }: { readonly pool: PoolColumns; readonly rows: Uint32Array }) {
  const { step } = useEditing();
  const { faults } = useResult();
  const [done, setDone] = useState('');
  const isAll = rows.length === pool.count;
  const isTooMany = rows.length > mostAtOnce;
  const open = isAll || isTooMany ? [] : Array.from(rows).filter((row) => (pool.states[row] ?? 0) < 2);
  const words = countOf(open.length, 'task');
  const tasks = () => open.map((row) => pool.taskAt(row));
  const pinAll = () => {
    const wanted = tasks();
    step({ kind: 'edit', change: (edits) => pin(edits, wanted) });
    setDone(`${words} pinned.`);
  };
  const excludeAll = (why: NewExclusion) => {
    const wanted = tasks();
    step({ kind: 'edit', change: (edits) => exclude(edits, wanted, why) });
    setDone(`${words} excluded: ${why.reason}.`);
  };
  return (
    <Titled id="map-bulk" title="Change the plan for what is shown" className="card map-bulk">
      {isAll || isTooMany ? (
        <p className="quiet">
          {isAll
            ? 'Draw a region over the map, choose a bar or a cell, or filter: then all tasks shown can be pinned or excluded.'
            : `${formatCount(rows.length)} tasks are shown; at most ${formatCount(mostAtOnce)} can be changed at once.`}
        </p>
      ) : (
        <>
          <p>
            <Button disabled={open.length === 0} onClick={pinAll}>
              Pin {words}
            </Button>
          </p>
          <ExcludeForm words={`Exclude ${words}`} isDisabled={open.length === 0} onExclude={excludeAll} />
          {open.length < rows.length && (
            <p className="quiet">
              {formatCount(rows.length - open.length)} of those shown are excluded or not eligible already.
            </p>
          )}
        </>
      )}
      <p role="status" className="quiet">
        {done}
      </p>
      <Faults faults={faults} words={notRun} />
    </Titled>
  );
}
