import { visibleText } from '../../../core/text/visible-text.js';
import type { MapAxes } from '../route/map-axes.js';
import type { TaskFilter } from '../route/task-filter.js';
import { searchRange, withSearchRange } from '../tasks/task-query.js';
import type { FilterChange } from '../tasks/use-filter-steps.js';
import type { AxisChoice } from './make-axis.js';
import type { Axis } from './map-axis.js';
import type { ColourChoice } from './point-colours.js';

interface MapControlsProps {
  readonly choices: readonly AxisChoice[];
  readonly colourings: readonly ColourChoice[];
  readonly axes: MapAxes;
  readonly onChange: (axes: MapAxes) => void;
  readonly drawn: readonly [Axis, Axis];
  readonly filter: TaskFilter;
  readonly onFilter: (filter: TaskFilter, how: FilterChange) => void;
  readonly onRest: () => void;
}

/** What lies across and upwards, what points are coloured by, and the region in figures. */
export function MapControls({
  choices,
  colourings,
  axes,
  onChange,
  drawn: [x, y],
  filter,
  onFilter,
  onRest,
}: MapControlsProps) {
  const isBrushed = x.stretches(filter) !== undefined || y.stretches(filter) !== undefined;
  return (
    <div className="map-controls">
      <AxisSelect label="Across" choices={choices} value={axes.x} onChange={(name) => onChange({ ...axes, x: name })} />
      <button type="button" className="map-swap" onClick={() => onChange({ ...axes, x: axes.y, y: axes.x })}>
        <span aria-hidden="true">⇄</span>
        <span className="only-heard">Swap the axes</span>
      </button>
      <AxisSelect
        label="Upwards"
        choices={choices}
        value={axes.y}
        onChange={(name) => onChange({ ...axes, y: name })}
      />
      {colourings.length > 1 && (
        <label>
          <span>Colour</span>
          <select
            value={axes.colour ?? ''}
            onChange={(event) => onChange({ ...axes, colour: event.target.value || undefined })}
          >
            {colourings.map(({ name, words }) => (
              <option key={name ?? ''} value={name ?? ''}>
                {words}
              </option>
            ))}
          </select>
        </label>
      )}
      <RangeFields axes={[x, y]} filter={filter} onChange={onFilter} onRest={onRest} />
      <button type="button" disabled={!isBrushed} onClick={() => onFilter(y.clear(x.clear(filter)), 'chosen')}>
        Clear region
      </button>
    </div>
  );
}

interface AxisSelectProps {
  readonly label: string;
  readonly choices: readonly AxisChoice[];
  readonly value: string | undefined;
  readonly onChange: (name: string) => void;
}

function AxisSelect({ label, choices, value, onChange }: AxisSelectProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {(['number', 'label'] as const).map((kind) => (
          <optgroup key={kind} label={kind === 'number' ? 'Numbers' : 'Labels'}>
            {choices
              .filter((choice) => choice.kind === kind)
              .map(({ name, words }) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

interface RangeFieldsProps {
  readonly axes: readonly Axis[];
  readonly filter: TaskFilter;
  readonly onChange: (filter: TaskFilter, how: FilterChange) => void;
  readonly onRest: () => void;
}

/** The region of the map in figures: from and to for each axis that is a number. Labels have their menus above. */
function RangeFields({ axes, filter, onChange, onRest }: RangeFieldsProps) {
  const numbers = axes.filter(
    ({ kind }, at) => kind === 'number' && axes.findIndex((each) => each.name === axes[at]?.name) === at,
  );
  if (numbers.length === 0) return null;
  return (
    <div className="map-ranges">
      {numbers.map(({ name, words }) => {
        const range = searchRange(filter.search, name) ?? { low: -Infinity, high: Infinity };
        const bound = (key: 'low' | 'high') => (
          <input
            type="number"
            step="any"
            aria-label={`${visibleText(words, 60)}, ${key === 'low' ? 'from' : 'to'}`}
            value={Number.isFinite(range[key]) ? range[key] : ''}
            onChange={(event) => {
              const value =
                event.target.value === '' ? (key === 'low' ? -Infinity : Infinity) : event.target.valueAsNumber;
              if (Number.isNaN(value)) return;
              const search = withSearchRange(filter.search, name, { ...range, [key]: value });
              onChange({ ...filter, search }, 'typed');
            }}
            onBlur={onRest}
          />
        );
        return (
          <fieldset key={name} className="map-range">
            <legend>{visibleText(words, 60)}</legend>
            {bound('low')}
            <span aria-hidden="true">to</span>
            {bound('high')}
          </fieldset>
        );
      })}
    </div>
  );
}
