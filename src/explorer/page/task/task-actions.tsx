import type { Explanation } from '../../../core/explain/explanation.js';
import { ExcludeForm } from '../parts/exclude-form.js';
import { FaultList } from '../parts/fault-list.js';
import { writtenExclusions } from '../state/edit-plan-text.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';
import { exclude, liftExclusion, pin, pinsOf, unpin } from '../state/task-edits.js';

/** What can be done with the task here: exclude it or lift that, pin it or take the pin out. */
export function TaskActions({ explanation: { task, verdict } }: { readonly explanation: Explanation }) {
  const { step } = useEditing();
  const { selection, faults, edits } = useResult();
  const { data } = useSource();
  const pinned = pinsOf(selection).find(({ benchmark, id }) => benchmark === task.benchmark && id === task.id);
  return (
    <section aria-labelledby="actions" className="actions">
      <h2 id="actions">Change the plan here</h2>
      {faults.length > 0 && (
        <div className="is-wrong">
          <p>The changed plan does not run; what is shown is the last selection that did.</p>
          <FaultList faults={faults} />
        </div>
      )}
      {verdict.kind === 'excluded' ? (
        <p>
          <button
            type="button"
            data-refocus
            disabled={isInFile(verdict.exclusion.id)}
            onClick={() => step({ kind: 'edit', change: (all) => liftExclusion(all, task, verdict.exclusion.id) })}
          >
            Lift the exclusion
          </button>
          {isInFile(verdict.exclusion.id) && ' It stands in the file of exclusions, which is changed there.'}
        </p>
      ) : (
        <>
          <p>
            {pinned === undefined ? (
              <button
                type="button"
                data-refocus
                onClick={() => step({ kind: 'edit', change: (all) => pin(all, task) })}
              >
                Pin it: it is in whatever else the plan says
              </button>
            ) : (
              <button
                type="button"
                data-refocus
                onClick={() => step({ kind: 'edit', change: (all) => unpin(all, task, pinned.planName) })}
              >
                Take the pin out
              </button>
            )}
          </p>
          <ExcludeForm
            words="Exclude it"
            onExclude={(why) => step({ kind: 'edit', change: (before) => exclude(before, task, why) })}
          />
        </>
      )}
    </section>
  );

  /** Whether an exclusion is from a file beside the plan: neither made here nor in the plan's own text. */
  function isInFile(name: string): boolean {
    if (edits.benchmarks.get(task.benchmark)?.excluded?.has(task.id)) return false;
    return !writtenExclusions(data.planText, task.benchmark).includes(name);
  }
}
