import type { BenchmarkPlan } from '../../../core/model/plan.js';
import { type Rounding, roundings, type Share, shares } from '../../../core/model/select-rule.js';
import type { BenchmarkEdits } from '../state/edits.js';
import { CountField } from './count-field.js';

interface GroupFieldsProps {
  readonly plan: BenchmarkPlan;
  readonly own: BenchmarkEdits;
  readonly onChange: (
    changes:
      | Pick<BenchmarkEdits, 'atLeast'>
      | { readonly share: Share | undefined }
      | { readonly rounding: Rounding | undefined },
  ) => void;
}

/** The floor of every group, and how places are shared and rounded; nothing for a benchmark that is not grouped. */
export function GroupFields({ plan: { select }, own, onChange }: GroupFieldsProps) {
  const { group } = select;
  if (group === undefined) return null;
  return (
    <>
      <CountField
        label={`Floor for each ${group.by}`}
        least={0}
        value={own.atLeast ?? group.atLeast.otherwise ?? 0}
        before={group.atLeast.otherwise ?? 0}
        onChange={(atLeast) => onChange({ atLeast })}
      />
      <label>
        <span>Shares of each {group.by}</span>
        <select
          value={own.share ?? group.share}
          onChange={(event) =>
            onChange({ share: shares.find((each) => each === event.target.value && each !== group.share) })
          }
        >
          {shares
            .filter((each) => each === group.share || !needsMore.includes(each))
            .map((each) => (
              <option key={each}>{each}</option>
            ))}
        </select>
      </label>
      <label>
        <span>Rounding</span>
        <select
          value={own.rounding ?? group.rounding}
          onChange={(event) =>
            onChange({ rounding: roundings.find((each) => each === event.target.value && each !== group.rounding) })
          }
        >
          {roundings.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
    </>
  );
}

/** Shares that take lists or numbers of their own, which are written in the plan. */
const needsMore: readonly Share[] = ['fixed', 'in-order', 'power', 'neyman'];
