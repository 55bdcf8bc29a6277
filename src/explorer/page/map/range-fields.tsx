import { visibleText } from '../../../core/text/visible-text.js';
import type { TaskFilter } from '../route/task-filter.js';
import { searchRange, withSearchRange } from '../tasks/task-query.js';
import type { FilterChange } from '../tasks/use-filter-steps.js';
import type { Axis } from './axis.js';

interface RangeFieldsProps {
  readonly axes: readonly Axis[];
  readonly filter: TaskFilter;
  readonly onChange: (filter: TaskFilter, how: FilterChange) => void;
  readonly onRest: () => void;
}

/** The region of the map in figures: from and to for each axis that is a number. Labels have their menus above. */
export function RangeFields({ axes, filter, onChange, onRest }: RangeFieldsProps) {
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
