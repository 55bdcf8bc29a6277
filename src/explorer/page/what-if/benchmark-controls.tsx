import { strategyLabel } from '../../../core/describe/describe-strategy.js';
import type { BenchmarkPlan } from '../../../core/model/plan.js';
import type { Selection } from '../../../core/model/selection.js';
import { countOf } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { FaultList } from '../parts/fault-list.js';
import { type BenchmarkEdits, editsOf, withBenchmark } from '../state/edits.js';
import { useEditing, useResult } from '../state/study-context.js';
import { DesignField } from './design-field.js';
import { faultsOfBenchmark } from './fault-places.js';
import { GroupFields } from './group-fields.js';
import { TakeField } from './take-field.js';

/** For each benchmark how many tasks, how they are shared and how they are chosen. */
export function BenchmarkControls() {
  const { base } = useEditing();
  return (
    <section aria-labelledby="benchmarks" className="benchmarks">
      <h2 id="benchmarks">Benchmarks</h2>
      {base.selection.plan.benchmarks.map((plan) => (
        <BenchmarkCard key={plan.name} plan={plan} />
      ))}
    </section>
  );
}

function BenchmarkCard({ plan }: { readonly plan: BenchmarkPlan }) {
  const { edits, step, base } = useEditing();
  const { selection, faults } = useResult();
  const own = editsOf(edits, plan.name);
  const wrong = faultsOfBenchmark(faults, plan.name);
  const now = selection.benchmarks.find((each) => each.plan.name === plan.name);
  // What a target comes to is known of the selection alone.
  const before = plan.select.purpose === undefined ? plan : (planIn(base.selection, plan.name) ?? plan);
  // What was typed last is where it went wrong, as long as nothing else of the benchmark could be.
  const isOfTake = own.take !== undefined && base.faults.length === 0;
  const [ofTake, others] = isOfTake ? [wrong, []] : [[], wrong];
  const edit = (
    changes: { readonly [Key in keyof BenchmarkEdits]?: BenchmarkEdits[Key] | undefined },
    moving?: string,
  ) =>
    step({
      kind: 'edit',
      change: (all) => withBenchmark(all, plan.name, changes),
      ...(moving === undefined ? {} : { moving: `${moving} of ${plan.name}` }),
    });
  const rest = () => step({ kind: 'settle' });
  const changed = Object.keys(own).length > 0;
  return (
    <details className="card" open={plan.select.take !== 'all' || changed}>
      <summary>
        <span className="card-title">{visibleText(plan.title, 80)}</span>
        <span className="quiet">
          {' '}
          {countOf(now?.choices.length ?? 0, 'task')} of {now?.available ?? 0}
          {now !== undefined && ` · ${visibleText(strategyLabel(now.plan.select, selection.plan.fields), 160)}`}
        </span>
      </summary>
      <div className="fields">
        <TakeField
          plan={before}
          own={own}
          available={now?.eligible}
          faults={ofTake}
          onChange={(take, isTyped) => edit({ take }, isTyped === true ? 'take' : undefined)}
          onRest={rest}
        />
        {plan.select.purpose === undefined ? (
          <>
            <GroupFields plan={plan} own={own} onChange={edit} onRest={rest} />
            <DesignField plan={plan} design={own.design} onChange={(design) => edit({ design })} />
          </>
        ) : (
          <p className="quiet">The purpose “{plan.select.purpose.name}” chooses how tasks are drawn.</p>
        )}
        {plan.select.ensure.length > 0 && (
          <label className="check">
            <input
              type="checkbox"
              checked={own.withoutEnsure === true}
              onChange={(event) => edit({ withoutEnsure: event.target.checked ? true : undefined })}
            />
            <span>without its “ensure” rules</span>
          </label>
        )}
      </div>
      {others.length > 0 && (
        <div className="is-wrong" role="alert">
          <FaultList faults={others} />
        </div>
      )}
    </details>
  );
}

function planIn({ benchmarks }: Selection, name: string): BenchmarkPlan | undefined {
  return benchmarks.find(({ plan }) => plan.name === name)?.plan;
}
