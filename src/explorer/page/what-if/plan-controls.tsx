import { withPlan } from '../state/edits.js';
import { useEditing, useSource } from '../state/study-context.js';
import { CountField } from './count-field.js';
import { TypedField } from './typed-field.js';

/** The seed and, where benchmarks share one, the number of tasks. */
export function PlanControls() {
  const { loaded } = useSource();
  const { edits, step } = useEditing();
  const { seed, total } = loaded.plan;
  const seedText = edits.seed ?? String(seed ?? '');
  return (
    <fieldset className="card">
      <legend>Whole plan</legend>
      <div className="fields">
        {total !== undefined && (
          <CountField
            label="Tasks to share among benchmarks"
            least={1}
            value={edits.total ?? total.take ?? 0}
            before={total.take ?? 0}
            onChange={(take) =>
              step({ kind: 'edit', change: (all) => withPlan(all, { total: take === total.take ? undefined : take }) })
            }
          />
        )}
        <label htmlFor="plan-seed">
          <span>Seed</span>
          <TypedField
            id="plan-seed"
            value={seedText}
            placeholder="none"
            onType={(text) => {
              const same = text === String(seed ?? '') || text === '';
              step({ kind: 'edit', moving: 'seed', change: (all) => withPlan(all, { seed: same ? undefined : text }) });
            }}
            onBlur={() => step({ kind: 'settle' })}
          />
        </label>
      </div>
    </fieldset>
  );
}
