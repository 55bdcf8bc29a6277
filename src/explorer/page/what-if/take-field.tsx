import type { Fault } from '../../../core/model/fault.js';
import type { BenchmarkPlan } from '../../../core/model/plan.js';
import type { BenchmarkEdits } from '../state/edits.js';
import { CountField } from './count-field.js';

interface TakeFieldProps {
  readonly plan: BenchmarkPlan;
  readonly own: BenchmarkEdits;
  readonly available: number | undefined;
  readonly faults: readonly Fault[];
  readonly onChange: (take: BenchmarkEdits['take'], isTyped?: boolean) => void;
  readonly onRest: () => void;
}

/** How many tasks a benchmark gives, or all of them; a purpose needs a number. */
export function TakeField({ plan: { name, select }, own, available, faults, onChange, onRest }: TakeFieldProps) {
  const take = own.take ?? select.take;
  const asLoaded = (next: number | 'all') => (next === select.take && !select.takesShare ? undefined : next);
  return (
    <>
      <CountField
        label="Tasks to take"
        least={1}
        value={take === 'all' ? available : take}
        before={select.take === 'all' ? undefined : select.take}
        disabled={take === 'all'}
        faults={faults}
        onChange={(count) => onChange(count === undefined ? undefined : asLoaded(count), true)}
        onRest={onRest}
      />
      {select.purpose === undefined && (
        <label className="check">
          <input
            type="checkbox"
            checked={take === 'all'}
            onChange={(event) =>
              onChange(asLoaded(event.target.checked ? 'all' : select.take === 'all' ? (available ?? 1) : select.take))
            }
          />
          <span>
            take all<span className="only-heard"> of {name}</span>
          </span>
        </label>
      )}
    </>
  );
}
