import { type FormEvent, useId, useState } from 'react';
import type { Explanation } from '../../../core/explain/explanation.js';
import { type ExclusionReason, exclusionReasons } from '../../../core/model/plan.js';
import type { ScoredTask } from '../../../core/model/task.js';
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
          <ExcludeForm task={task} />
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

/** Excludes a task for one of the reasons that there are, with what shows it. */
function ExcludeForm({ task }: { readonly task: ScoredTask }) {
  const { step } = useEditing();
  const [reason, setReason] = useState<ExclusionReason>('broken environment');
  const [evidence, setEvidence] = useState('');
  const [problem, setProblem] = useState('');
  const problemId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = evidence.trim();
    if (reason === 'other' && words === '') {
      setProblem('Say what shows it: the reason "other" needs evidence.');
      return;
    }
    setProblem('');
    step({ kind: 'edit', change: (edits) => exclude(edits, task, { reason, evidence: words }) });
  };
  return (
    <form onSubmit={submit} className="exclude-form">
      <label>
        <span>Reason</span>
        <select value={reason} onChange={(event) => setReason(event.target.value as ExclusionReason)}>
          {exclusionReasons.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label className="evidence">
        <span>Evidence</span>
        <input
          value={evidence}
          placeholder="what shows it"
          onChange={(event) => setEvidence(event.target.value)}
          aria-invalid={problem !== ''}
          aria-describedby={problem === '' ? undefined : problemId}
        />
      </label>
      <button type="submit">Exclude it</button>
      {problem !== '' && (
        <p id={problemId} className="is-wrong" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
