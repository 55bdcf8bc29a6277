import { memo, useEffect, useId, useMemo, useRef } from 'react';
import type { Fault } from '../../../core/model/fault.js';
import { countOf } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { type Completing, useCompletion } from './use-completion.js';

interface PlanEditorProps {
  readonly text: string;
  readonly faults: readonly Fault[];
  readonly onType: (text: string) => void;
  readonly onRest: () => void;
}

/**
 * A field of text with numbered lines; what is wrong stands beside its line, and below as a list that leads there. Keys and
 * values that the plan's schema knows are offered while one types, and by Ctrl+Space.
 */
export const PlanEditor = memo(function PlanEditor({ text, faults, onType, onRest }: PlanEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const back = useRef<HTMLDivElement>(null);
  const list = useId();
  const completing = useCompletion(field, text, onType);
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
          {...completing.aria}
          onChange={(event) => {
            onType(event.target.value);
            completing.typed(event.target);
          }}
          onKeyDown={completing.pressed}
          onPointerDown={completing.close}
          onBlur={() => {
            completing.close();
            onRest();
          }}
          onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => {
            completing.close();
            if (back.current !== null) back.current.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
          }}
        />
        <CompletionList completing={completing} />
      </div>
      <p className="quiet editor-help">
        Ctrl+Space offers the keys and values that may stand there; arrow keys choose, Enter takes, Escape closes.
      </p>
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

/** Of the field, in pixels: the height of a line, and where its lower half begins. */
const [lineHeight, lowFrom] = [18.75, 200];

/** What may stand at the cursor, below its line, with what each means. */
function CompletionList({ completing: { offer, id, take, optionId } }: { readonly completing: Completing }) {
  const list = useRef<HTMLUListElement>(null);
  const active = offer?.active;
  useEffect(() => {
    if (active !== undefined) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (offer === undefined) return null;
  const { line, column, scroll, options } = offer;
  // In the lower half of the field the list stands above its line.
  const isLow = line * lineHeight - scroll.top > lowFrom;
  return (
    <ul
      ref={list}
      id={id}
      className="completions"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a field of text
      role="listbox"
      aria-label="What may stand here"
      style={{
        ...(isLow
          ? { bottom: `calc(100% - ${line} * 1.5em - 0.4rem + ${scroll.top}px)` }
          : { top: `calc(${line + 1} * 1.5em + 0.6rem - ${scroll.top}px)` }),
        left: `min(calc(${column}ch + 3.4rem - ${scroll.left}px), 40%)`,
      }}
    >
      {options.map(({ label, description }, at) => (
        <li
          key={label}
          id={optionId(at)}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: one of the list; the field has the focus
          role="option"
          aria-selected={at === active}
          tabIndex={-1}
          onPointerDown={(event) => {
            // The field keeps the focus.
            event.preventDefault();
            take(at);
          }}
        >
          <strong>{visibleText(label, 60)}</strong> <span className="quiet">{visibleText(description, 200)}</span>
        </li>
      ))}
    </ul>
  );
}
