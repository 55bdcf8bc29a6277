import { useId, useState } from 'preact/hooks';
import type { Plan } from '../../../core/model/plan.js';
import { formatCount, joinWords, visibleText } from '../../../core/text/words.js';
import { taskStates } from '../../packed/selection-columns.js';
import { Button, Check, Menu } from '../parts/controls.js';
import { isFiltering, type TaskFilter, withLabel, withoutFilter } from '../route/task-filter.js';
import { useResult } from '../state/study-context.js';
import { valueWords } from './plan-fields.js';
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
  const { plan } = useResult().selection;
  const numbers = shown.fields.filter(({ kind, name }) => kind === 'number' && name !== 'score');
  const words = new Map(shown.fields.map(({ name, words: own }) => [name, own]));
  return (
    <search class="filters">
      <label class="search">
        <span>Search</span>
        <input
          type="search"
          value={filter.search}
          placeholder={`words, -word${numbers[0] === undefined ? '' : `, ${numbers[0].name}:>10`}`}
          aria-describedby={unknownFields.length > 0 ? hint : undefined}
          onInput={({ currentTarget }) => onChange({ ...filter, search: currentTarget.value }, 'typed')}
          onFocusOut={onRest}
        />
      </label>
      {[...shown.filtered.facets].map(([label, values]) => (
        <Facet
          key={label}
          label={label}
          name={label === 'state' ? 'selected' : (words.get(label) ?? label)}
          plan={plan}
          chosen={filter.labels.get(label) ?? []}
          values={values}
          onChange={(chosen) => onChange(withLabel(filter, label, chosen), 'chosen')}
        />
      ))}
      <Button disabled={!isFiltering(filter)} onClick={() => onChange(withoutFilter(filter), 'chosen')}>
        Clear
      </Button>
      {unknownFields.length > 0 && (
        <p id={hint} class="quiet" role="status">
          No field {joinWords(unknownFields.map((name) => `“${visibleText(name, 40)}”`))}: searched as text.
        </p>
      )}
    </search>
  );
}

interface FacetProps {
  readonly label: string;
  readonly name: string;
  readonly plan: Plan;
  readonly chosen: readonly string[];
  readonly values: readonly (readonly [value: string, count: number])[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** More values are found by typing. */
const mostListed = 200;
const fewToSearch = 12;

function Facet({ label, name, plan, chosen, values, onChange }: FacetProps) {
  const [wanted, setWanted] = useState('');
  const wordsOf = (value: string) => valueWords(plan, label, value);
  const words = chosen.length === 0 ? 'all' : visibleText(chosen.map(wordsOf).join(', '), 60);
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <Menu label={name} words={words} isSet={chosen.length > 0}>
      {() => {
        const found = ordered(label, values).filter(([value]) =>
          wordsOf(value).toLowerCase().includes(wanted.trim().toLowerCase()),
        );
        return (
          <>
            {values.length > fewToSearch && (
              <input
                type="search"
                aria-label={`Find a ${name}`}
                placeholder="find"
                value={wanted}
                onInput={({ currentTarget }) => setWanted(currentTarget.value)}
              />
            )}
            {found.slice(0, mostListed).map(([value, count]) => (
              <Check key={value} isOn={chosen.includes(value)} onChange={() => toggle(value)}>
                <span class="facet-value">{wordsOf(value)}</span>
                <span class="facet-count">{formatCount(count)}</span>
              </Check>
            ))}
            {found.length > mostListed && (
              <p class="quiet">and {formatCount(found.length - mostListed)} more: type to find them.</p>
            )}
            {found.length === 0 && <p class="quiet">None.</p>}
          </>
        );
      }}
    </Menu>
  );
}

/** States have a fixed order; other values come with the most frequent first. */
function ordered(label: string, values: FacetProps['values']): FacetProps['values'] {
  if (label !== 'state') return values;
  const counts = new Map(values);
  return taskStates.flatMap((state) => (counts.has(state) ? [[state, counts.get(state) ?? 0] as const] : []));
}
