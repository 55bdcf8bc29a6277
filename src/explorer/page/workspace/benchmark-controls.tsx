import { drawLabel, strategyLabel } from '../../../core/describe/describe-strategy.js';
import { describePreference } from '../../../core/describe/field-words.js';
import { draws, findDraw } from '../../../core/draws/draws.js';
import type { Fault } from '../../../core/model/errors.js';
import type { BenchmarkPlan, Plan } from '../../../core/model/plan.js';
import { randomField } from '../../../core/model/task.js';
import { roundings } from '../../../core/roundings/roundings.js';
import { shares } from '../../../core/shares/shares.js';
import { countOf, formatCount, visibleText } from '../../../core/text/words.js';
import { Check, Choice, CountField, Faults, Titled } from '../parts/controls.js';
import { memo } from '../parts/hooks.js';
import { type BenchmarkEdits, type DesignEdit, withBenchmark } from '../state/edits.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';

export function BenchmarkControls() {
  const { edits, edit, settle, base } = useEditing();
  const { selection, faults } = useResult();
  return (
    <Titled id="benchmarks" title="Benchmarks" class="benchmarks">
      {base.selection.plan.benchmarks.map((plan) => {
        const { name } = plan;
        const now = selection.benchmarks.find((each) => each.plan.name === name);
        const wrong = faultsOfBenchmark(faults, name);
        return (
          <BenchmarkCard
            key={name}
            plan={plan}
            // Only the selection knows how many tasks a target requires.
            sized={base.selection.benchmarks.find((each) => each.plan.name === name)?.plan ?? plan}
            own={edits.benchmarks.get(name) ?? noEdits}
            taken={now?.choices.length ?? 0}
            available={now?.available ?? 0}
            eligible={now?.eligible}
            strategy={now === undefined ? '' : visibleText(strategyLabel(now.plan.select, selection.plan.fields), 160)}
            faults={wrong.length === 0 ? noFaults : wrong}
            isBaseWrong={base.faults.length > 0}
            {...{ edit, settle }}
          />
        );
      })}
    </Titled>
  );
}

const noEdits: BenchmarkEdits = {};
const noFaults: readonly Fault[] = [];

/** The errors in one benchmark's part of the plan, or found when running it. */
function faultsOfBenchmark(faults: readonly Fault[], name: string): readonly Fault[] {
  return faults.filter(
    ({ benchmark, place }) => benchmark === name || `${place?.path ?? ''}.`.startsWith(`benchmarks.${name}.`),
  );
}

export function faultsElsewhere(faults: readonly Fault[], { benchmarks }: Plan): readonly Fault[] {
  const placed = new Set(benchmarks.flatMap(({ name }) => faultsOfBenchmark(faults, name)));
  return faults.filter((fault) => !placed.has(fault));
}

interface FieldsProps {
  readonly plan: BenchmarkPlan;
  readonly own: BenchmarkEdits;
  /** `moving`: the field being typed into, whose edits together are one step to undo. */
  readonly edit: (changes: BenchmarkEdits, moving?: string) => void;
  readonly rest: () => void;
}

interface BenchmarkCardProps extends Pick<ReturnType<typeof useEditing>, 'edit' | 'settle'> {
  readonly plan: BenchmarkPlan;
  /** The plan with the number of tasks that its target requires. */
  readonly sized: BenchmarkPlan;
  readonly own: BenchmarkEdits;
  readonly taken: number;
  readonly available: number;
  readonly eligible: number | undefined;
  readonly strategy: string;
  readonly faults: readonly Fault[];
  readonly isBaseWrong: boolean;
}

const BenchmarkCard = memo(function BenchmarkCard(props: BenchmarkCardProps) {
  const { plan, sized, own, taken, available, eligible, strategy, faults, isBaseWrong } = props;
  const { name, title, select } = plan;
  // The number of tasks was typed last, so the errors are shown there.
  const isOfTake = own.take !== undefined && !isBaseWrong;
  const fields: FieldsProps = {
    plan,
    own,
    edit: (changes, moving) => props.edit((all) => withBenchmark(all, name, changes), moving && `${moving} of ${name}`),
    rest: props.settle,
  };
  return (
    <details class="card" open={select.take !== 'all' || Object.keys(own).length > 0}>
      <summary>
        <span class="card-title">{visibleText(title, 80)}</span>
        <span class="quiet">
          {' '}
          {formatCount(taken)} of {countOf(available, 'task')}
          {strategy !== '' && ` · ${strategy}`}
        </span>
      </summary>
      <div class="fields">
        <TakeField
          {...fields}
          plan={select.purpose === undefined ? plan : sized}
          available={eligible}
          faults={isOfTake ? faults : noFaults}
        />
        {select.purpose === undefined ? (
          <>
            <GroupFields {...fields} />
            <DesignField {...fields} />
          </>
        ) : (
          <p class="quiet">The purpose “{select.purpose.name}” determines how tasks are drawn.</p>
        )}
        {select.ensure.length > 0 && (
          <Check
            isOn={own.withoutEnsure === true}
            onChange={(isOn) => fields.edit({ withoutEnsure: isOn ? true : undefined })}
          >
            <span>ignore the “ensure” rules</span>
          </Check>
        )}
      </div>
      <Faults faults={isOfTake ? noFaults : faults} isAlert />
    </details>
  );
});

interface TakeFieldProps extends FieldsProps {
  readonly available: number | undefined;
  readonly faults: readonly Fault[];
}

function TakeField({ plan: { name, select }, own, available, faults, edit, rest }: TakeFieldProps) {
  const take = own.take ?? select.take;
  const asLoaded = (next: number | 'all') => (next === select.take && !select.takesShare ? undefined : next);
  const some = select.take === 'all' ? (available ?? 1) : select.take;
  return (
    <>
      <CountField
        label="Tasks to select"
        least={1}
        value={take === 'all' ? available : take}
        before={select.take === 'all' ? undefined : select.take}
        disabled={take === 'all'}
        faults={faults}
        onChange={(count) => edit({ take: count === undefined ? undefined : asLoaded(count) }, 'take')}
        onRest={rest}
      />
      {select.purpose === undefined && (
        <Check isOn={take === 'all'} onChange={(isOn) => edit({ take: asLoaded(isOn ? 'all' : some) })}>
          <span>
            all tasks<span class="only-heard"> of {name}</span>
          </span>
        </Check>
      )}
    </>
  );
}

/** The minimum per group, and how tasks are shared among groups; nothing if the benchmark has no groups. */
function GroupFields({ plan: { select }, own, edit, rest }: FieldsProps) {
  const { group } = select;
  if (group === undefined) return null;
  const floor = group.atLeast.otherwise ?? 0;
  // A share with settings can only be written in the plan.
  const plain = shares.filter(({ name, settings }) => name === group.share || settings.length === 0);
  const unlessPlanned = (value: string, planned: string) => (value === planned ? undefined : value);
  return (
    <>
      <CountField
        label={`Minimum per ${group.by}`}
        least={0}
        value={own.atLeast ?? floor}
        before={floor}
        onChange={(atLeast) => edit({ atLeast }, 'floor')}
        onRest={rest}
      />
      <Choice
        label={`Shares by ${group.by}`}
        value={own.share ?? group.share}
        options={plain.map(({ name }) => [name, name])}
        onChoose={(value) => edit({ share: unlessPlanned(value, group.share) })}
      />
      <Choice
        label="Rounding"
        value={own.rounding ?? group.rounding}
        options={roundings.map(({ name }) => [name, name])}
        onChoose={(value) => edit({ rounding: unlessPlanned(value, group.rounding) })}
      />
    </>
  );
}

function DesignField({ plan, own: { design }, edit }: FieldsProps) {
  const { group } = plan.select;
  const { loaded } = useSource();
  const { fields } = loaded.plan;
  const kind = design === undefined ? 'plan' : design.kind === 'draw' ? design.method : design.kind;
  const needs = findDraw(kind)?.by.needs ?? (design === undefined ? 'nothing' : 'fields');
  const by = design?.kind === 'rank' ? design.field : design?.by;
  const usable = [...fields.values()].filter(
    ({ name, kind: type }) => name !== randomField.name && (type === 'number' || needs === 'fields'),
  );
  return (
    <>
      <Choice
        label={group === undefined ? 'Selection method' : `Selection within each ${group.by}`}
        class="wide"
        value={kind}
        options={[
          ['plan', `as in the plan: ${visibleText(planWords(plan, fields), 80)}`],
          ['rank', 'ranked by one field'],
          ...draws.map(({ name, words }) => [name, words.choice] as const),
        ]}
        onChoose={(value) => edit({ design: designFor(value, by) })}
      />
      {design !== undefined && needs !== 'nothing' && (
        <Choice
          label="Field"
          value={by ?? ''}
          options={usable.map(({ name, words }) => [name, visibleText(words, 60)])}
          onChoose={(field) =>
            edit({ design: design.kind === 'rank' ? { ...design, field } : { ...design, by: field } })
          }
        />
      )}
      {design?.kind === 'rank' && (
        <Choice
          label="Order"
          value={design.direction}
          options={[
            ['desc', 'highest first'],
            ['asc', 'lowest first'],
          ]}
          onChoose={(value) => edit({ design: { ...design, direction: value === 'asc' ? 'asc' : 'desc' } })}
        />
      )}
    </>
  );
}

function planWords({ select }: BenchmarkPlan, fields: Plan['fields']): string {
  if (select.draw !== undefined) return drawLabel(select.draw, fields);
  const [first] = select.prefer;
  return first === undefined ? 'by id' : `${describePreference(first, fields)} first`;
}

function designFor(kind: string, field = 'score'): DesignEdit | undefined {
  if (kind === 'rank') return { kind, field, direction: 'desc' };
  const draw = findDraw(kind);
  return draw && { kind: 'draw', method: draw.name, by: draw.by.needs === 'nothing' ? undefined : field };
}
