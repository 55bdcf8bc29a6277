import { visibleText } from '../../../core/text/visible-text.js';
import { stateWords } from '../parts/state-badge.js';
import {
  type FilterLabel,
  filterLabels,
  isFiltering,
  noFilter,
  type TaskFilter,
  taskStates,
  withLabel,
} from '../route/task-filter.js';

interface FilterBarProps {
  readonly filter: TaskFilter;
  readonly values: ReadonlyMap<FilterLabel, readonly (readonly [string, number])[]>;
  readonly onChange: (filter: TaskFilter) => void;
}

/** A search box and a list for every label. */
export function FilterBar({ filter, values, onChange }: FilterBarProps) {
  return (
    <search className="filters">
      <label className="search">
        <span>Search</span>
        <input
          type="search"
          value={filter.search}
          placeholder="id, name or label"
          onChange={(event) => onChange({ ...filter, search: event.target.value })}
        />
      </label>
      <label>
        <span>Selected</span>
        <select
          value={filter.state ?? ''}
          onChange={(event) => onChange({ ...filter, state: taskStates.find((state) => state === event.target.value) })}
        >
          <option value="">all</option>
          {taskStates.map((state) => (
            <option key={state} value={state}>
              {stateWords[state]}
            </option>
          ))}
        </select>
      </label>
      {filterLabels.map((label) => (
        <LabelSelect
          key={label}
          label={label}
          chosen={filter.labels.get(label) ?? []}
          values={values.get(label) ?? []}
          onChange={(chosen) => onChange(withLabel(filter, label, chosen))}
        />
      ))}
      <button
        type="button"
        disabled={!isFiltering(filter)}
        onClick={() => onChange({ ...noFilter, sort: filter.sort })}
      >
        Clear
      </button>
    </search>
  );
}

interface LabelSelectProps {
  readonly label: FilterLabel;
  readonly chosen: readonly string[];
  readonly values: readonly (readonly [string, number])[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** One of the label's values, or all; an address may name several, which then stand as one entry. */
function LabelSelect({ label, chosen, values, onChange }: LabelSelectProps) {
  // An entry's value is its place and a mark: a label may be any text, also an empty one.
  const place = values.findIndex(([value]) => value === chosen[0]);
  const value = chosen.length === 0 ? 'all' : chosen.length === 1 && place >= 0 ? String(place) : 'these';
  const choose = (entry: string) => {
    const picked = values[Number(entry)];
    onChange(entry === 'all' || picked === undefined ? [] : [picked[0]]);
  };
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => choose(event.target.value)}>
        <option value="all">all</option>
        {value === 'these' && <option value="these">{visibleText(chosen.map(shown).join(', '), 60)}</option>}
        {values.map(([name, count], at) => (
          <option key={name} value={at}>
            {`${visibleText(shown(name), 60)} (${count})`}
          </option>
        ))}
      </select>
    </label>
  );
}

function shown(value: string): string {
  return value === '' ? 'unknown' : value;
}
