import { type CSSProperties, useRef } from 'react';
import { visibleText } from '../../../core/text/visible-text.js';
import { Button, CountField, TypedField } from '../parts/controls.js';
import { seriesColour, short } from '../parts/figures.js';
import { useKeptFocus } from '../parts/hooks.js';
import { TaskLink } from '../parts/task-marks.js';
import { writtenExclusions } from '../state/edit-plan-text.js';
import { liftExclusion, moveWeights, pinsOf, unpin, withPlan } from '../state/edits.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';

/** A slider and a number for each weight; moving one rescales the others, so that they sum to 1. */
export function WeightSliders() {
  const { edits, step, base } = useEditing();
  const before = base.selection.plan.score.weights;
  const weights = edits.weights ?? before;
  const move = (component: string, to: number) => {
    if (!Number.isFinite(to)) return;
    step({
      kind: 'edit',
      moving: `weight ${component}`,
      change: (all) => withPlan(all, { weights: moveWeights(all.weights ?? before, before, component, to) }),
    });
  };
  const settle = () => step({ kind: 'settle' });
  const limits = { min: 0, max: 1, step: 0.01, disabled: weights.size < 2 };
  return (
    <fieldset className="card">
      <legend>Weights of the score</legend>
      <p className="quiet">They sum to 1: the others make room in proportion.</p>
      {[...weights].map(([component, weight], at) => (
        <div
          key={component}
          className="slider"
          style={{ '--accent': seriesColour(at), '--fill': `${100 * weight}%` } as CSSProperties}
        >
          <label htmlFor={`weight-${component}`}>{component}</label>
          <span className="was">
            {weight === before.get(component) ? '' : `was ${short(before.get(component) ?? 0, 6)}`}
          </span>
          <input
            {...limits}
            id={`weight-${component}`}
            type="range"
            value={weight}
            aria-valuetext={short(weight, 6)}
            onChange={({ target }) => move(component, target.valueAsNumber)}
            onPointerUp={settle}
            onKeyUp={settle}
            onBlur={settle}
          />
          <TypedField
            {...limits}
            type="number"
            className="weight-number"
            aria-label={`${component}, as a number`}
            value={String(weight)}
            onType={(text) => move(component, text === '' ? Number.NaN : Number(text))}
            onBlur={settle}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** The seed and, if benchmarks share one, the number of tasks. */
export function PlanControls() {
  const { edits, step, base } = useEditing();
  const { faults } = useResult();
  const { seed, total } = base.selection.plan;
  const wrong =
    edits.total === undefined ? [] : faults.filter(({ place }) => place?.path?.startsWith('total') === true);
  const edit = (moving: string, changes: Parameters<typeof withPlan>[1]) =>
    step({ kind: 'edit', moving, change: (all) => withPlan(all, changes) });
  const settle = () => step({ kind: 'settle' });
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
            onChange={(take) => edit('total', { total: take === total.take ? undefined : take })}
            onRest={settle}
          />
        )}
        <label htmlFor="plan-seed">
          <span>Seed</span>
          <TypedField
            id="plan-seed"
            value={edits.seed ?? String(seed ?? '')}
            placeholder="none"
            onType={(text) => edit('seed', { seed: [String(seed ?? ''), ''].includes(text) ? undefined : text })}
            onBlur={settle}
          />
        </label>
      </div>
    </fieldset>
  );
}

/** The excluded and pinned tasks, each with a way to undo that. */
export function ExclusionList() {
  const { data } = useSource();
  const { edits, step } = useEditing();
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
    <section className="card" aria-labelledby="exclusions" ref={section} tabIndex={-1}>
      <h2 id="exclusions">Exclusions and pins</h2>
      {exclusions.length + pins.length === 0 && <p className="quiet">None. Open a task to exclude it or to pin it.</p>}
      <ul className="exclusions">
        {exclusions.map(({ task, exclusion: { id, reason, evidence, replacedBy }, isNew, canLift }) => (
          <li key={`${task.benchmark}/${task.id}`}>
            <span>
              <TaskLink task={task} /> {isNew && <span className="badge badge-new">new</span>} excluded: {reason}
              {evidence !== undefined && <span className="quiet"> {visibleText(evidence, 400)}</span>}
              {replacedBy !== undefined && <span className="quiet"> Replacement: {visibleText(replacedBy)}.</span>}
            </span>
            {canLift ? (
              <Button onClick={() => step({ kind: 'edit', change: (all) => liftExclusion(all, task, id) })}>
                Lift<span className="only-heard"> the exclusion of {visibleText(task.id)}</span>
              </Button>
            ) : (
              <span className="quiet">in the file of exclusions</span>
            )}
          </li>
        ))}
        {pins.map((pinned) => (
          <li key={`pin ${pinned.benchmark}/${pinned.id}`}>
            <span>
              <TaskLink task={pinned} /> pinned
            </span>
            <Button onClick={() => step({ kind: 'edit', change: (all) => unpin(all, pinned, pinned.planName) })}>
              Unpin<span className="only-heard"> {visibleText(pinned.id)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
