import { drawLabel, strategyLabel } from '../../../core/describe/describe-strategy.js';
import { describePreference } from '../../../core/describe/field-words.js';
import { draws, findDraw } from '../../../core/draws/draws.js';
import type { Fault } from '../../../core/model/fault.js';
import { randomField } from '../../../core/model/field.js';
import type { BenchmarkPlan, Plan } from '../../../core/model/plan.js';
import type { Selection } from '../../../core/model/selection.js';
import { countOf } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { FaultList } from '../parts/fault-list.js';
import { type BenchmarkEdits, type Design, editsOf, withBenchmark } from '../state/edits.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';
import { CountField } from './count-field.js';
import { faultsOfBenchmark } from './fault-places.js';
import { GroupFields } from './group-fields.js';

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

interface DesignFieldProps {
  readonly plan: BenchmarkPlan;
  readonly design: Design | undefined;
  readonly onChange: (design: Design | undefined) => void;
}

/** How tasks are chosen within a group: as the plan says, ranked by a field, or drawn. */
function DesignField({ plan, design, onChange }: DesignFieldProps) {
  const { loaded } = useSource();
  const { fields } = loaded.plan;
  const kind = design === undefined ? 'plan' : design.kind === 'draw' ? design.method : design.kind;
  const needs = findDraw(kind)?.by.needs ?? (design === undefined ? 'nothing' : 'fields');
  const by = design?.kind === 'rank' ? design.field : design?.by;
  return (
    <>
      <label className="wide">
        <span>Choice within a group</span>
        <select value={kind} onChange={(event) => onChange(designFor(event.target.value, by))}>
          <option value="plan">as in the plan: {visibleText(planWords(plan, fields), 80)}</option>
          <option value="rank">ranked by one field</option>
          {draws.map(({ name, words }) => (
            <option key={name} value={name}>
              {words.choice}
            </option>
          ))}
        </select>
      </label>
      {design !== undefined && needs !== 'nothing' && (
        <label>
          <span>Field</span>
          <select value={by} onChange={(event) => onChange(withField(design, event.target.value))}>
            {[...fields.values()]
              .filter(({ name, kind: type }) => name !== randomField.name && (type === 'number' || needs === 'fields'))
              .map(({ name, words }) => (
                <option key={name} value={name}>
                  {visibleText(words, 60)}
                </option>
              ))}
          </select>
        </label>
      )}
      {design?.kind === 'rank' && (
        <label>
          <span>Direction</span>
          <select
            value={design.direction}
            onChange={(event) => onChange({ ...design, direction: event.target.value === 'asc' ? 'asc' : 'desc' })}
          >
            <option value="desc">highest first</option>
            <option value="asc">lowest first</option>
          </select>
        </label>
      )}
    </>
  );
}

function planWords({ select }: BenchmarkPlan, fields: Plan['fields']): string {
  if (select.draw !== undefined) return drawLabel(select.draw, fields);
  const [first] = select.prefer;
  return first === undefined ? 'by id' : `${describePreference(first, fields)} first`;
}

function designFor(kind: string, field = 'score'): Design | undefined {
  if (kind === 'rank') return { kind, field, direction: 'desc' };
  const draw = findDraw(kind);
  return draw && { kind: 'draw', method: draw.name, by: draw.by.needs === 'nothing' ? undefined : field };
}

function withField(design: Design, field: string): Design {
  return design.kind === 'rank' ? { ...design, field } : { ...design, by: field };
}

interface TakeFieldProps {
  readonly plan: BenchmarkPlan;
  readonly own: BenchmarkEdits;
  readonly available: number | undefined;
  readonly faults: readonly Fault[];
  readonly onChange: (take: BenchmarkEdits['take'], isTyped?: boolean) => void;
  readonly onRest: () => void;
}

/** How many tasks a benchmark gives, or all of them; a purpose needs a number. */
function TakeField({ plan: { name, select }, own, available, faults, onChange, onRest }: TakeFieldProps) {
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
