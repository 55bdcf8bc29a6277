import type { MapAxes } from '../route/map-axes.js';
import type { TaskFilter } from '../route/task-filter.js';
import type { FilterChange } from '../tasks/use-filter-steps.js';
import type { Axis } from './axis.js';
import type { AxisChoice } from './make-axis.js';
import type { ColourChoice } from './point-colours.js';
import { RangeFields } from './range-fields.js';

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
