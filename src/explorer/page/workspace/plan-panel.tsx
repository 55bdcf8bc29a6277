import type { CSSProperties } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { countOf, formatCount, visibleText } from '../../../core/text/words.js';
import { poolColumns } from '../../packed/selection-columns.js';
import { Button, CountField, FaultList, Faults, notRun, Titled, TypedField, Worked } from '../parts/controls.js';
import { memo, saveFile, useKeptFocus } from '../parts/hooks.js';
import { short, TaskLink } from '../parts/task-marks.js';
import { type Moves, nameOf } from '../state/compare-selections.js';
import { writtenExclusions } from '../state/edit-plan-text.js';
import { isUnedited, liftExclusion, moveWeights, pinsOf, unpin, withPlan } from '../state/edits.js';
import { type Saved, savedFiles } from '../state/study.js';
import { useEditing, useInquiry, useResult, useSource } from '../state/study-context.js';
import { tellingFields } from '../tasks/plan-fields.js';
import { BenchmarkControls, faultsElsewhere } from './benchmark-controls.js';
import { PlanText } from './plan-text.js';

export function PlanPanel({ onClose }: { readonly onClose: () => void }) {
  const { base } = useEditing();
  const [shown, setShown] = useState<'controls' | 'text'>('controls');
  return (
    <aside class="panel" aria-labelledby="panel-title">
      <div class="panel-head">
        <h2 id="panel-title" tabIndex={-1}>
          Change the plan
        </h2>
        <div class="segments">
          {(['controls', 'text'] as const).map((each) => (
            <Button key={each} aria-pressed={shown === each} onClick={() => setShown(each)}>
              {each === 'text' ? 'Text' : 'Controls'}
            </Button>
          ))}
        </div>
        <Button class="plain" onClick={onClose}>
          Close
        </Button>
      </div>
      {base.faults.length > 0 && (
        <p class="is-wrong">The plan text has errors. Until you fix them, the controls show the original plan.</p>
      )}
      {shown === 'text' ? (
        <PlanText />
      ) : (
        <>
          <WeightSliders />
          <PlanControls />
          <BenchmarkControls />
          <ExclusionList />
        </>
      )}
      <ChangedSelection />
      <Downloads />
    </aside>
  );
}

function ChangedSelection() {
  const { edits } = useEditing();
  const { faults, selection, moves } = useResult();
  const isOfText = edits.text !== undefined;
  const others = faultsElsewhere(faults, selection.plan).filter(({ place }) => !isOfText || place?.line === undefined);
  const { decimals } = selection.plan.score;
  const isScored = tellingFields(selection, poolColumns(selection)).some(({ name }) => name === 'score');
  return (
    <Titled id="moves" title="Effect on the selection">
      {faults.length > 0 && (
        <div class="is-wrong">
          <p>
            {notRun}
            {others.length < faults.length && ' Each error is shown next to its setting.'}
          </p>
          {others.length > 0 && <FaultList faults={others} />}
        </div>
      )}
      {isUnedited(edits) ? (
        <p class="empty-state">No changes yet. Change a setting to see which tasks are added and removed.</p>
      ) : (
        <div class="moves">
          <MoveList title="Added" sign="+" moves={moves.cameIn} {...{ decimals, isScored }} />
          <MoveList title="Removed" sign="−" moves={moves.wentOut} {...{ decimals, isScored }} />
        </div>
      )}
    </Titled>
  );
}

const mostListed = 50;

interface MoveListProps {
  readonly title: string;
  readonly sign: string;
  readonly moves: Moves['cameIn'];
  readonly decimals: number;
  readonly isScored: boolean;
}

const MoveList = memo(function MoveList({ title, sign, moves, decimals, isScored }: MoveListProps) {
  const score = (value: number | undefined) => value?.toFixed(decimals) ?? '–';
  return (
    <div class={`move-list ${sign === '+' ? 'came-in' : 'went-out'}`}>
      <h3>
        {title} <span class="count">{formatCount(moves.length)}</span>
      </h3>
      {moves.length === 0 && <p class="quiet">None.</p>}
      <ul>
        {moves.slice(0, mostListed).map(({ task, before, after }) => (
          <li key={nameOf(task)}>
            <span aria-hidden="true" class="sign">
              {sign}
            </span>
            <TaskLink task={task} />
            <span class="quiet">
              {visibleText(task.benchmark, 60)}
              {isScored && ` · score ${score(before)}${before === after ? '' : ` → ${score(after)}`}`}
            </span>
          </li>
        ))}
      </ul>
      {moves.length > mostListed && <p class="quiet">and {formatCount(moves.length - mostListed)} more.</p>}
    </div>
  );
});

function Downloads() {
  const { save } = useSource();
  const { edits } = useEditing();
  const [failed, setFailed] = useState<Extract<Saved, { readonly faults: unknown }>>();
  const saveAs = async (name: string, type: string) => {
    const saved = await save(edits, name);
    setFailed('faults' in saved ? saved : undefined);
    if ('text' in saved) saveFile(name, type, saved.text);
  };
  return (
    <Titled id="save" title="Save" class="downloads">
      <div class="buttons">
        {savedFiles.map(({ name, type }, at) => (
          <Button key={name} class={at === 0 ? 'main' : undefined} onClick={() => saveAs(name, type)}>
            {name}
          </Button>
        ))}
      </div>
      <p class="quiet">
        Save plan.yaml in the same folder as the original plan, so that its paths still work.{' '}
        <code>winnow select plan.yaml</code> writes the same files.
      </p>
      <Faults faults={failed?.faults ?? []} words="Not saved: the changed plan has errors." isAlert />
    </Titled>
  );
}

/** A slider and a number field for each weight. Moving one rescales the others so that all sum to 1. */
function WeightSliders() {
  const { edits, edit, settle, base } = useEditing();
  const before = base.selection.plan.score.weights;
  const weights = edits.weights ?? before;
  const move = (component: string, to: number) => {
    if (!Number.isFinite(to)) return;
    edit(
      (all) => withPlan(all, { weights: moveWeights(all.weights ?? before, before, component, to) }),
      `weight ${component}`,
    );
  };
  const limits = { min: 0, max: 1, step: 0.01 };
  // A single weight is always 1.
  if (weights.size < 2) return null;
  return (
    <fieldset class="card">
      <legend>Score weights</legend>
      <SteadyNote />
      <p class="quiet">Weights always sum to 1. If you raise one, the others shrink in proportion.</p>
      {[...weights].map(([component, weight]) => (
        <div key={component} class="slider" style={{ '--fill': `${100 * weight}%` } as CSSProperties}>
          <label for={`weight-${component}`}>{component}</label>
          <span class="was">
            {weight === before.get(component) ? '' : `was ${short(before.get(component) ?? 0, 6)}`}
          </span>
          <input
            {...limits}
            id={`weight-${component}`}
            type="range"
            value={weight}
            aria-valuetext={short(weight, 6)}
            onInput={({ currentTarget }) => move(component, currentTarget.valueAsNumber)}
            onPointerUp={settle}
            onKeyUp={settle}
            onFocusOut={settle}
          />
          <TypedField
            {...limits}
            type="number"
            class="weight-number"
            aria-label={`${component}, as a number`}
            value={String(weight)}
            onType={(text) => move(component, text === '' ? Number.NaN : Number(text))}
            onFocusOut={settle}
          />
        </div>
      ))}
    </fieldset>
  );
}

function SteadyNote() {
  const { loaded } = useSource();
  const working = useInquiry('steadyTasks', {}, loaded.statistics.available <= mostAtOnce);
  return (
    <div class="consequence">
      <Worked working={working} ask="Try other weights">
        {({ steady, selected, weightings }) => (
          <p data-figure="steady">
            <strong>
              {formatCount(steady)} of {countOf(selected, 'task')}
            </strong>{' '}
            stay selected under all {formatCount(weightings)} weightings tried.
          </p>
        )}
      </Worked>
    </div>
  );
}

const mostAtOnce = 5000;

function PlanControls() {
  const { edits, edit, settle, base } = useEditing();
  const { faults } = useResult();
  const { seed, total } = base.selection.plan;
  const wrong =
    edits.total === undefined ? [] : faults.filter(({ place }) => place?.path?.startsWith('total') === true);
  const isDrawn = seed !== undefined || base.selection.kind === 'representative';
  if (total === undefined && !isDrawn) return null;
  return (
    <fieldset class="card">
      <legend>Whole plan</legend>
      <div class="fields">
        {total !== undefined && (
          <CountField
            label="Total tasks, shared among benchmarks"
            least={1}
            value={edits.total ?? total.take ?? 0}
            before={total.take ?? 0}
            faults={wrong}
            onChange={(take) =>
              edit((all) => withPlan(all, { total: take === total.take ? undefined : take }), 'total')
            }
            onRest={settle}
          />
        )}
        <label for="plan-seed">
          <span>Seed</span>
          <TypedField
            id="plan-seed"
            value={edits.seed ?? String(seed ?? '')}
            placeholder="none"
            onType={(text) =>
              edit((all) => withPlan(all, { seed: [String(seed ?? ''), ''].includes(text) ? undefined : text }), 'seed')
            }
            onFocusOut={settle}
          />
        </label>
      </div>
    </fieldset>
  );
}

function ExclusionList() {
  const { data } = useSource();
  const { edits, edit } = useEditing();
  const { selection } = useResult();
  const exclusions = selection.benchmarks.flatMap(({ plan, exclusions: list }) => {
    const made = edits.benchmarks.get(plan.name)?.excluded;
    const written = list.length === 0 ? [] : writtenExclusions(data.planText, plan.name);
    return list.map((exclusion) => {
      const isNew = made?.has(exclusion.taskId) === true;
      const task = { benchmark: plan.name, id: exclusion.taskId };
      return { task, exclusion, isNew, canLift: isNew || written.includes(exclusion.id) };
    });
  });
  const pins = pinsOf(selection);
  const section = useRef<HTMLElement>(null);
  useKeptFocus(section);
  return (
    <section class="card" aria-labelledby="exclusions" ref={section} tabIndex={-1}>
      <h2 id="exclusions">Exclusions and pins</h2>
      {exclusions.length + pins.length === 0 && (
        <p class="quiet">None. To exclude or pin tasks, open a task or select some in the chart.</p>
      )}
      <ul class="exclusions">
        {exclusions.map(({ task, exclusion: { id, reason, evidence, replacedBy }, isNew, canLift }) => (
          <li key={`${task.benchmark}/${task.id}`}>
            <span>
              <TaskLink task={task} /> {isNew && <span class="badge badge-new">new</span>} excluded: {reason}
              {evidence !== undefined && <span class="quiet"> {visibleText(evidence, 400)}</span>}
              {replacedBy !== undefined && <span class="quiet"> Replacement: {visibleText(replacedBy)}.</span>}
            </span>
            {canLift ? (
              <Button onClick={() => edit((all) => liftExclusion(all, task, id))}>
                Remove<span class="only-heard"> the exclusion of {visibleText(task.id)}</span>
              </Button>
            ) : (
              <span class="quiet">in the exclusions file</span>
            )}
          </li>
        ))}
        {pins.map((pinned) => (
          <li key={`pin ${pinned.benchmark}/${pinned.id}`}>
            <span>
              <TaskLink task={pinned} /> pinned
            </span>
            <Button onClick={() => edit((all) => unpin(all, pinned, pinned.planName))}>
              Unpin<span class="only-heard"> {visibleText(pinned.id)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
