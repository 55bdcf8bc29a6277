import { type FormEvent, useId, useState } from 'react';
import { type ExclusionReason, exclusionReasons } from '../../../core/model/plan.js';
import type { ScoredTask } from '../../../core/model/task.js';
import { useEditing } from '../state/study-context.js';
import { exclude } from '../state/task-edits.js';

/** Excludes a task for one of the reasons that there are, with what shows it. */
export function ExcludeForm({ task }: { readonly task: ScoredTask }) {
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
