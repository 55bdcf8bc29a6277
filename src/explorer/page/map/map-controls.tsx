import { useState } from 'react';
import type { PoolResults } from '../../../core/assess/question/pool-results.js';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { Button, Choice, ExcludeForm, Faults, notRun, Titled } from '../parts/controls.js';
import type { MapAxes } from '../route/route.js';
import type { TaskFilter } from '../route/task-filter.js';
import { exclude, type NewExclusion, pin } from '../state/edits.js';
import type { PoolColumns } from '../state/pool-columns.js';
import { useEditing, useResult } from '../state/study-context.js';
import { searchRange, withSearchRange } from '../tasks/task-query.js';
import type { FilterChange } from '../tasks/use-filtered-tasks.js';
import type { Axis, AxisChoice } from './map-axis.js';
import { resultKinds } from './paint-points.js';
import type { MapMoves } from './use-drawing.js';

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
export function MapControls({ choices, results, axes, onChange, drawn, filter, onFilter, onRest }: MapControlsProps) {
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
export function MapLegend({ pool, mask, colours, isByResult, moves }: MapLegendProps) {
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
export function BulkActions({ pool, rows }: { readonly pool: PoolColumns; readonly rows: Uint32Array }) {
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
