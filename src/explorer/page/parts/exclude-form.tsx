import { type FormEvent, useId, useState } from 'react';
import { type ExclusionReason, exclusionReasons } from '../../../core/model/plan.js';

interface ExcludeFormProps {
  /** What the button says. */
  readonly words: string;
  readonly isDisabled?: boolean;
  readonly onExclude: (why: { readonly reason: ExclusionReason; readonly evidence: string }) => void;
}

/** Asks for one of the reasons that there are to exclude tasks, and for what shows it. */
export function ExcludeForm({ words, isDisabled = false, onExclude }: ExcludeFormProps) {
  const [reason, setReason] = useState<ExclusionReason>('broken environment');
  const [evidence, setEvidence] = useState('');
  const [problem, setProblem] = useState('');
  const problemId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = evidence.trim();
    const isShown = reason !== 'other' || given !== '';
    setProblem(isShown ? '' : 'Say what shows it: the reason "other" needs evidence.');
    if (isShown) onExclude({ reason, evidence: given });
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
      <button type="submit" disabled={isDisabled}>
        {words}
      </button>
      {problem !== '' && (
        <p id={problemId} className="is-wrong" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
