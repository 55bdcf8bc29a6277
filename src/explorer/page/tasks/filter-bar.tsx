import { useId, useState } from 'react';
import { formatCount } from '../../../core/text/count-of.js';
import { joinWords } from '../../../core/text/join-words.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { taskStates } from '../../packed/task-states.js';
import { stateWords } from '../parts/state-badge.js';
import { filterLabels, isFiltering, noFilter, ownLabels, type TaskFilter, withLabel } from '../route/task-filter.js';
import { Menu } from './menu.js';

interface FilterBarProps {
  readonly filter: TaskFilter;
  readonly facets: ReadonlyMap<string, readonly (readonly [string, number])[]>;
  /** Names in the search that are no field. */
  readonly unknownFields: readonly string[];
  /** "typed": one of many changes, which are one step together. */
  readonly onChange: (filter: TaskFilter, how: 'typed' | 'chosen') => void;
  readonly onRest: () => void;
}

/** A search box, and for every label a menu of its values, with how many tasks each would show. */
export function FilterBar({ filter, facets, unknownFields, onChange, onRest }: FilterBarProps) {
  const hint = useId();
  return (
    <search className="filters">
      <label className="search">
        <span>Search</span>
        <input
          type="search"
          value={filter.search}
          placeholder="words, repo:name, score:>0.7, files_changed:5..20, -word"
          aria-describedby={unknownFields.length > 0 ? hint : undefined}
          onChange={(event) => onChange({ ...filter, search: event.target.value }, 'typed')}
          onBlur={onRest}
        />
      </label>
      {[...filterLabels, ...ownLabels(filter.labels)].map((label) => (
        <Facet
          key={label}
          label={label}
          chosen={filter.labels.get(label) ?? []}
          values={facets.get(label) ?? []}
          onChange={(chosen) => onChange(withLabel(filter, label, chosen), 'chosen')}
        />
      ))}
      <button
        type="button"
        disabled={!isFiltering(filter)}
        onClick={() => onChange({ ...noFilter, sort: filter.sort, columns: filter.columns }, 'chosen')}
      >
        Clear
      </button>
      {unknownFields.length > 0 && (
        <p id={hint} className="quiet" role="status">
          No field {joinWords(unknownFields.map((name) => `“${visibleText(name, 40)}”`))}: searched as text.
        </p>
      )}
    </search>
  );
}

interface FacetProps {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly values: readonly (readonly [string, number])[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** More values than this are found by typing. */
const mostListed = 200;
const fewToSearch = 12;

/** The values of a label to choose from, several at once. */
function Facet({ label, chosen, values, onChange }: FacetProps) {
  const [wanted, setWanted] = useState('');
  const name = label === 'state' ? 'selected' : label;
  const words = chosen.length === 0 ? 'all' : visibleText(chosen.map((value) => shown(label, value)).join(', '), 60);
  const found = ordered(label, values).filter(([value]) =>
    shown(label, value).toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <Menu label={name} words={words} isSet={chosen.length > 0}>
      {values.length > fewToSearch && (
        <input
          type="search"
          aria-label={`Find a ${name}`}
          placeholder="find"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      {found.slice(0, mostListed).map(([value, count]) => (
        <label key={value} className="check">
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          <span className="facet-value">{visibleText(shown(label, value), 60)}</span>
          <span className="facet-count">{formatCount(count)}</span>
        </label>
      ))}
      {found.length > mostListed && (
        <p className="quiet">and {formatCount(found.length - mostListed)} more: type to find them.</p>
      )}
      {found.length === 0 && <p className="quiet">None.</p>}
    </Menu>
  );
}

/** States stand in their order, everything else by how often it comes. */
function ordered(label: string, values: FacetProps['values']): FacetProps['values'] {
  if (label !== 'state') return values;
  const counts = new Map(values);
  return taskStates.map((state) => [state, counts.get(state) ?? 0]);
}

function shown(label: string, value: string): string {
  if (label === 'state') return stateWords[taskStates.find((state) => state === value) ?? 'out'];
  return value === '' ? 'unknown' : value;
}
