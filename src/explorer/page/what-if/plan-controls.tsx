import { withPlan } from '../state/edits.js';
import { useEditing, useResult } from '../state/study-context.js';
import { CountField } from './count-field.js';
import { TypedField } from './typed-field.js';

/** The seed and, where benchmarks share one, the number of tasks. */
export function PlanControls() {
  const { edits, step, base } = useEditing();
  const { faults } = useResult();
  const { seed, total } = base.selection.plan;
  const wrong =
    edits.total === undefined ? [] : faults.filter(({ place }) => place?.path?.startsWith('total') === true);
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
            faults={wrong}
            onChange={(take) =>
              step({
                kind: 'edit',
                moving: 'total',
                change: (all) => withPlan(all, { total: take === total.take ? undefined : take }),
              })
            }
            onRest={() => step({ kind: 'settle' })}
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
