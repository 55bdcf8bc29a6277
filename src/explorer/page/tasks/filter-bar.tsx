import { useId, useState } from 'react';
import { formatCount } from '../../../core/text/numbers.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { joinWords } from '../../../core/text/words.js';
import { taskStates } from '../../packed/packed-selection.js';
import { Button, Menu } from '../parts/controls.js';
import { stateWords } from '../parts/task-marks.js';
import {
  filterLabels,
  isFiltering,
  ownLabels,
  type TaskFilter,
  withLabel,
  withoutFilter,
} from '../route/task-filter.js';
import type { FilterChange, ShownTasks } from './use-filtered-tasks.js';

interface FilterBarProps {
  readonly filter: TaskFilter;
  readonly shown: ShownTasks;
  readonly onChange: (filter: TaskFilter, how: FilterChange) => void;
  readonly onRest: () => void;
}

/** A search box, and for every label a menu of its values with the number of tasks that each would show. */
export function FilterBar({ filter, shown, onChange, onRest }: FilterBarProps) {
  const hint = useId();
  const { unknownFields } = shown.query;
  return (
    <search className="filters">
      <label className="search">
        <span>Search</span>
        <input
          type="search"
          value={filter.search}
          placeholder="words, repo:name, score:>0.7, files_changed:5..20, -word"
          aria-describedby={unknownFields.length > 0 ? hint : undefined}
          onChange={({ target }) => onChange({ ...filter, search: target.value }, 'typed')}
          onBlur={onRest}
        />
      </label>
      {[...filterLabels, ...ownLabels(filter.labels)].map((label) => (
        <Facet
          key={label}
          label={label}
          chosen={filter.labels.get(label) ?? []}
          values={shown.filtered.facets.get(label) ?? []}
          onChange={(chosen) => onChange(withLabel(filter, label, chosen), 'chosen')}
        />
      ))}
      <Button disabled={!isFiltering(filter)} onClick={() => onChange(withoutFilter(filter), 'chosen')}>
        Clear
      </Button>
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
  readonly values: readonly (readonly [value: string, count: number])[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** More values are found by typing. */
const mostListed = 200;
const fewToSearch = 12;

function Facet({ label, chosen, values, onChange }: FacetProps) {
  const [wanted, setWanted] = useState('');
  const name = label === 'state' ? 'selected' : label;
  const words = chosen.length === 0 ? 'all' : visibleText(chosen.map((value) => wordsOf(label, value)).join(', '), 60);
  const found = ordered(label, values).filter(([value]) =>
    wordsOf(label, value).toLowerCase().includes(wanted.trim().toLowerCase()),
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
          onChange={({ target }) => setWanted(target.value)}
        />
      )}
      {found.slice(0, mostListed).map(([value, count]) => (
        <label key={value} className="check">
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          <span className="facet-value">{visibleText(wordsOf(label, value), 60)}</span>
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

/** States have a fixed order; other values come with the most frequent first. */
function ordered(label: string, values: FacetProps['values']): FacetProps['values'] {
  if (label !== 'state') return values;
  const counts = new Map(values);
  return taskStates.map((state) => [state, counts.get(state) ?? 0]);
}

function wordsOf(label: string, value: string): string {
  if (label === 'state') return stateWords[taskStates.find((state) => state === value) ?? 'out'];
  return value === '' ? 'unknown' : value;
}
