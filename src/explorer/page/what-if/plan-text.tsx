import { memo, useCallback, useId, useMemo, useRef, useState } from 'react';
import type { Fault } from '../../../core/model/fault.js';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { useRested } from '../parts/use-rested.js';
import { noEdits } from '../state/edits.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';
import { PlanDiff } from './plan-diff.js';

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
        <Editor text={text} faults={faults} onType={type} onRest={rest} />
      )}
    </section>
  );
}

interface EditorProps {
  readonly text: string;
  readonly faults: readonly Fault[];
  readonly onType: (text: string) => void;
  readonly onRest: () => void;
}

/** A field of text with numbered lines; what is wrong stands beside its line, and below as a list that leads there. */
const Editor = memo(function Editor({ text, faults, onType, onRest }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const back = useRef<HTMLDivElement>(null);
  const list = useId();
  const lines = useMemo(() => text.split('\n'), [text]);
  const placed = faults.filter(({ place }) => place?.line !== undefined);
  const byLine = new Map(placed.map((fault) => [fault.place?.line ?? 0, fault]));
  const goToLine = ({ place }: Fault) => {
    const { line = 1, column = 1 } = place ?? {};
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const at = start + Math.min(column - 1, lines[line - 1]?.length ?? 0);
    field.current?.focus();
    field.current?.setSelectionRange(at, start + (lines[line - 1]?.length ?? 0));
  };
  return (
    <>
      <div className="editor">
        <div className="editor-back" aria-hidden="true" ref={back}>
          {lines.map((line, at) => {
            const fault = byLine.get(at + 1);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
              <div key={at} className={fault === undefined ? 'editor-line' : 'editor-line has-fault'}>
                <span className="editor-number">{at + 1}</span>
                {fault !== undefined && (
                  <span className="editor-fault" style={{ left: `calc(${line.length}ch + 5.2rem)` }}>
                    {visibleText(fault.message, 300)}
                  </span>
                )}
              </div>
            );
          })}
        </div>
        <textarea
          ref={field}
          aria-label="Text of the plan"
          aria-invalid={placed.length > 0}
          aria-describedby={placed.length > 0 ? list : undefined}
          spellCheck={false}
          autoCapitalize="off"
          wrap="off"
          value={text}
          onChange={(event) => onType(event.target.value)}
          onBlur={onRest}
          onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => {
            if (back.current !== null) back.current.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
          }}
        />
      </div>
      {placed.length > 0 && (
        <div className="is-wrong" id={list} role="alert">
          <p>{countOf(placed.length, 'fault')}:</p>
          <ul className="faults">
            {placed.map((fault) => (
              <li key={`${fault.code} ${fault.place?.line} ${fault.message}`}>
                <button type="button" className="line-link" onClick={() => goToLine(fault)}>
                  Line {fault.place?.line}
                </button>{' '}
                {visibleText(fault.message, 1000)}{' '}
                {fault.hint !== undefined && <span className="hint">{visibleText(fault.hint, 1000)}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
});
