import { useRef } from 'react';
import { visibleText } from '../../../core/text/visible-text.js';
import { TaskLink } from '../parts/task-link.js';
import { useKeptFocus } from '../parts/use-kept-focus.js';
import { writtenExclusions } from '../state/edit-plan-text.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';
import { liftExclusion, pinsOf, unpin } from '../state/task-edits.js';

/** The tasks that are excluded or pinned, with the way to take that back. A task's own page adds more. */
export function ExclusionList() {
  const { data } = useSource();
  const { edits, step } = useEditing();
  const { selection } = useResult();
  const exclusions = selection.benchmarks.flatMap(({ plan, exclusions: list }) => {
    const made = edits.benchmarks.get(plan.name)?.excluded;
    const written = list.length === 0 ? [] : writtenExclusions(data.planText, plan.name);
    return list.map((exclusion) => ({
      task: { benchmark: plan.name, id: exclusion.taskId },
      exclusion,
      here: made?.has(exclusion.taskId) === true,
      canLift: made?.has(exclusion.taskId) === true || written.includes(exclusion.id),
    }));
  });
  const pins = pinsOf(selection);
  const section = useRef<HTMLElement>(null);
  useKeptFocus(section);
  return (
    <section className="card" aria-labelledby="exclusions" ref={section} tabIndex={-1}>
      <h2 id="exclusions">Exclusions and pins</h2>
      {exclusions.length + pins.length === 0 && <p className="quiet">None. Open a task to exclude it or to pin it.</p>}
      <ul className="exclusions">
        {exclusions.map(({ task, exclusion, here, canLift }) => (
          <li key={`${task.benchmark}/${task.id}`}>
            <span>
              <TaskLink task={task} /> {here && <span className="badge badge-new">new</span>} excluded:{' '}
              {exclusion.reason}
              {exclusion.evidence !== undefined && (
                <span className="quiet"> {visibleText(exclusion.evidence, 400)}</span>
              )}
              {exclusion.replacedBy !== undefined && (
                <span className="quiet"> Replacement: {visibleText(exclusion.replacedBy)}.</span>
              )}
            </span>
            {canLift ? (
              <button
                type="button"
                onClick={() => step({ kind: 'edit', change: (all) => liftExclusion(all, task, exclusion.id) })}
              >
                Lift<span className="only-heard"> the exclusion of {visibleText(task.id)}</span>
              </button>
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
            <button
              type="button"
              onClick={() => step({ kind: 'edit', change: (all) => unpin(all, pinned, pinned.planName) })}
            >
              Unpin<span className="only-heard"> {visibleText(pinned.id)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
