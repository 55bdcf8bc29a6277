import type { BenchmarkPlan } from '../../../core/model/plan.js';
import { roundings } from '../../../core/roundings/roundings.js';
import { shares } from '../../../core/shares/shares.js';
import type { BenchmarkEdits } from '../state/edits.js';
import { CountField } from './count-field.js';

interface GroupFieldsProps {
  readonly plan: BenchmarkPlan;
  readonly own: BenchmarkEdits;
  readonly onChange: (
    changes:
      | { readonly share: string | undefined }
      | { readonly rounding: string | undefined }
      | { readonly atLeast: number | undefined },
    moving?: string,
  ) => void;
  readonly onRest: () => void;
}

/** The floor of every group, and how places are shared and rounded; nothing for a benchmark that is not grouped. */
export function GroupFields({ plan: { select }, own, onChange, onRest }: GroupFieldsProps) {
  const { group } = select;
  if (group === undefined) return null;
  return (
    <>
      <CountField
        label={`Floor for each ${group.by}`}
        least={0}
        value={own.atLeast ?? group.atLeast.otherwise ?? 0}
        before={group.atLeast.otherwise ?? 0}
        onChange={(atLeast) => onChange({ atLeast }, 'floor')}
        onRest={onRest}
      />
      <label>
        <span>Shares of each {group.by}</span>
        <select
          value={own.share ?? group.share}
          onChange={({ target: { value } }) => onChange({ share: value === group.share ? undefined : value })}
        >
          {shares
            // A share with settings of its own is written in the plan.
            .filter(({ name, settings }) => name === group.share || settings.length === 0)
            .map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
        </select>
      </label>
      <label>
        <span>Rounding</span>
        <select
          value={own.rounding ?? group.rounding}
          onChange={({ target: { value } }) => onChange({ rounding: value === group.rounding ? undefined : value })}
        >
          {roundings.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </>
  );
}
