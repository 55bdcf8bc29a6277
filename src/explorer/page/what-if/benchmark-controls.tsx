import { strategyLabel } from '../../../core/describe/describe-strategy.js';
import { type BenchmarkPlan, type Rounding, roundings, type Share, shares } from '../../../core/model/plan.js';
import { countOf } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { FaultList } from '../parts/fault-list.js';
import { type BenchmarkEdits, editsOf, withBenchmark } from '../state/edits.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';
import { CountField } from './count-field.js';
import { DesignField } from './design-field.js';
import { faultsOfBenchmark } from './fault-places.js';

/** For each benchmark how many tasks, how they are shared and how they are chosen. */
export function BenchmarkControls() {
  const { loaded } = useSource();
  return (
    <section aria-labelledby="benchmarks" className="benchmarks">
      <h2 id="benchmarks">Benchmarks</h2>
      {loaded.plan.benchmarks.map((plan) => (
        <BenchmarkCard key={plan.name} plan={plan} />
      ))}
    </section>
  );
}

function BenchmarkCard({ plan }: { readonly plan: BenchmarkPlan }) {
  const { edits, step } = useEditing();
  const { selection, faults } = useResult();
  const own = editsOf(edits, plan.name);
  const wrong = faultsOfBenchmark(faults, plan.name);
  const now = selection.benchmarks.find((each) => each.plan.name === plan.name);
  const edit = (changes: { readonly [Key in keyof BenchmarkEdits]?: BenchmarkEdits[Key] | undefined }) =>
    step({ kind: 'edit', change: (all) => withBenchmark(all, plan.name, changes) });
  const changed = Object.keys(own).length > 0;
  return (
    <details className="card" open={plan.select.take !== 'all' || changed}>
      <summary>
        <span className="card-title">{visibleText(plan.title, 80)}</span>
        <span className="quiet">
          {' '}
          {countOf(now?.choices.length ?? 0, 'task')} of {now?.tasks.length ?? 0}
          {now !== undefined && ` · ${visibleText(strategyLabel(now.plan.select, selection.plan.fields), 160)}`}
        </span>
      </summary>
      <div className="fields">
        <TakeField plan={plan} own={own} available={now?.eligible} onChange={(take) => edit({ take })} />
        <GroupFields plan={plan} own={own} onChange={edit} />
        <DesignField plan={plan} design={own.design} onChange={(design) => edit({ design })} />
      </div>
      {wrong.length > 0 && (
        <div className="is-wrong" role="alert">
          <FaultList faults={wrong} />
        </div>
      )}
    </details>
  );
}

interface TakeFieldProps {
  readonly plan: BenchmarkPlan;
  readonly own: BenchmarkEdits;
  readonly available: number | undefined;
  readonly onChange: (take: BenchmarkEdits['take']) => void;
}

function TakeField({ plan: { name, select }, own, available, onChange }: TakeFieldProps) {
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
        onChange={(count) => onChange(asLoaded(count))}
      />
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
    </>
  );
}

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

function GroupFields({ plan: { select }, own, onChange }: GroupFieldsProps) {
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
