import { useCallback, useId, useMemo, useState } from 'react';
import { formatCount } from '../../../core/text/count-of.js';
import { useRested } from '../parts/use-rested.js';
import { noEdits } from '../state/edits.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';
import { PlanDiff } from './plan-diff.js';
import { PlanEditor } from './plan-editor.js';

/** A longer plan is edited in an editor: here every key press reads it anew. */
const longestText = 300_000;

/** The plan as text beside the controls: what they change is changed in it, and what is typed moves them. */
export function PlanText() {
  const { data, study } = useSource();
  const { edits, step } = useEditing();
  const { faults } = useResult();
  // What is typed shows at once; what a control changes is written into the text when it rests.
  const rested = useRested(edits, 150);
  const written = useMemo(() => study.textOf(rested), [study, rested]);
  const isTyped = edits.text !== undefined && edits.benchmarks.size === 0 && Object.keys(edits).length === 2;
  const text = isTyped ? (edits.text ?? written) : written;
  const [shown, setShown] = useState<'text' | 'diff'>('text');
  const title = useId();
  const type = useCallback(
    (typed: string) => {
      const change = () => (typed === data.planText ? noEdits : { text: typed, benchmarks: new Map() });
      step({ kind: 'edit', moving: 'text', change });
    },
    [data, step],
  );
  const rest = useCallback(() => step({ kind: 'settle' }), [step]);
  return (
    <section aria-labelledby={title} className="plan-text">
      <h2 id={title}>The plan as text</h2>
      <div className="segments">
        {(['text', 'diff'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={shown === each} onClick={() => setShown(each)}>
            {each === 'text' ? 'Text' : 'What a pull request would show'}
          </button>
        ))}
      </div>
      {shown === 'diff' ? (
        <PlanDiff file={data.planFile} before={data.planText} after={text} />
      ) : text.length > longestText ? (
        <p className="quiet">The plan is {formatCount(text.length)} characters long: edit it where it lies.</p>
      ) : (
        <PlanEditor text={text} faults={faults} onType={type} onRest={rest} />
      )}
    </section>
  );
}
