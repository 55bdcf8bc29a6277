import type { RefObject, TargetedKeyboardEvent } from 'preact';
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Fault } from '../../../core/model/errors.js';
import { completePlan, type PlanCompletion } from '../../../core/plan/complete-plan.js';
import { writtenPlanSchema } from '../../../core/plan/schema/plan-schema.js';
import { countOf, formatCount, visibleText } from '../../../core/text/words.js';
import { ScrollBox } from '../blocks/table.js';
import { Button } from '../parts/controls.js';
import { memo, useRested } from '../parts/hooks.js';
import { changedLines } from '../state/changed-lines.js';
import { editPlanText } from '../state/edit-plan-text.js';
import { noEdits, textEdits } from '../state/edits.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';

/** Longer plans can't be edited here, because every key press parses the whole text. */
const longestText = 300_000;

/** The plan as text. Controls change the text, and typing changes the controls. */
export function PlanText() {
  const { data } = useSource();
  const { edits, edit, settle } = useEditing();
  const { faults } = useResult();
  // Typed text appears at once; a control changes the text once it rests.
  const rested = useRested(edits, 150);
  const written = useMemo(() => editPlanText(data.planText, rested), [data, rested]);
  const isTyped = edits.text !== undefined && edits.benchmarks.size === 0 && Object.keys(edits).length === 2;
  const text = isTyped ? (edits.text ?? written) : written;
  const [shown, setShown] = useState<'text' | 'diff'>('text');
  const title = useId();
  const type = useCallback(
    (typed: string) => edit(() => (typed === data.planText ? noEdits : textEdits(typed)), 'text'),
    [data, edit],
  );
  return (
    <section aria-labelledby={title} class="plan-text">
      <h3 id={title}>Plan text</h3>
      <div class="segments">
        {(['text', 'diff'] as const).map((each) => (
          <Button key={each} aria-pressed={shown === each} onClick={() => setShown(each)}>
            {each === 'text' ? 'Text' : 'Diff'}
          </Button>
        ))}
      </div>
      {shown === 'diff' ? (
        <PlanDiff file={data.planFile} before={data.planText} after={text} />
      ) : text.length > longestText ? (
        <p class="quiet">At {formatCount(text.length)} characters, the plan is too long to edit here. Edit its file.</p>
      ) : (
        <PlanEditor text={text} faults={faults} onType={type} onRest={settle} />
      )}
    </section>
  );
}

interface PlanDiffProps {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

function PlanDiff({ file, before, after }: PlanDiffProps) {
  const hunks = useMemo(() => hunksOf(before, after), [before, after]);
  const [isCopied, setCopied] = useState(false);
  if (hunks.length === 0) return <p class="empty-state">No changes.</p>;
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string) => countOf(lines.filter((line) => line.startsWith(sign)).length, 'line');
  const copy = async () => {
    const patch = [`--- a/${file}`, `+++ b/${file}`, ...hunks.flatMap((hunk) => [titleOf(hunk), ...hunk.lines]), ''];
    await navigator.clipboard.writeText(patch.join('\n'));
    setCopied(true);
  };
  return (
    <>
      <p>
        {count('+')} added, {count('-')} removed. <Button onClick={copy}>Copy patch</Button>{' '}
        <span role="status">{isCopied ? 'Copied.' : ''}</span>
      </p>
      <ScrollBox class="diff" label="Changed lines">
        {hunks.map((hunk) => (
          <div key={titleOf(hunk)}>
            <div class="diff-title">{titleOf(hunk)}</div>
            {hunk.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
              <DiffLine key={at} line={line} />
            ))}
          </div>
        ))}
      </ScrollBox>
    </>
  );
}

const kinds: Readonly<Record<string, readonly [kind: string, heard: string]>> = {
  '+': ['new', 'added: '],
  '-': ['gone', 'removed: '],
};

function DiffLine({ line }: { readonly line: string }) {
  const [kind = 'same', heard] = kinds[line.charAt(0)] ?? [];
  return (
    <div class={`diff-line is-${kind}`}>
      <span class="diff-sign">{line.charAt(0)}</span>
      {heard !== undefined && <span class="only-heard">{heard}</span>}
      {visibleText(line.slice(1), 1000)}
    </div>
  );
}

/** Changed lines with three lines of context, numbered from 1, as in a patch. */
interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  oldLines: number;
  newLines: number;
  readonly lines: string[];
}

const context = 3;

/** The changed parts of a text, as in `diff -u`. */
export function hunksOf(before: string, after: string): readonly Hunk[] {
  const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const all = changedLines(linesOf(before), linesOf(after));
  const hunks: Hunk[] = [];
  let hunk: Hunk | undefined;
  let [oldStart, newStart] = [1, 1];
  for (const [at, { sign, line }] of all.entries()) {
    const isNear = all.slice(Math.max(0, at - context), at + context + 1).some((each) => each.sign !== ' ');
    if (!isNear) hunk = undefined;
    else if (hunk === undefined) {
      hunk = { oldStart, newStart, oldLines: 0, newLines: 0, lines: [] };
      hunks.push(hunk);
    }
    hunk?.lines.push(sign + line.replace(/\n$/, ''), ...(line.endsWith('\n') ? [] : ['\\ No newline at end of file']));
    const [isOld, isNew] = [Number(sign !== '+'), Number(sign !== '-')];
    if (hunk !== undefined) [hunk.oldLines, hunk.newLines] = [hunk.oldLines + isOld, hunk.newLines + isNew];
    [oldStart, newStart] = [oldStart + isOld, newStart + isNew];
  }
  return hunks;
}

function titleOf({ oldStart, oldLines, newStart, newLines }: Hunk): string {
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
}

interface PlanEditorProps {
  readonly text: string;
  readonly faults: readonly Fault[];
  readonly onType: (text: string) => void;
  readonly onRest: () => void;
}

/** A text field with line numbers, errors at their lines and below, and completion of keys and values. */
const PlanEditor = memo(function PlanEditor({ text, faults, onType, onRest }: PlanEditorProps) {
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
      <div class="editor">
        <div class="editor-back" aria-hidden="true" ref={back}>
          {lines.map((line, at) => {
            const fault = byLine.get(at + 1);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
              <div key={at} class={fault === undefined ? 'editor-line' : 'editor-line has-fault'}>
                <span class="editor-number">{at + 1}</span>
                {fault !== undefined && (
                  <span class="editor-fault" style={{ left: `calc(${line.length}ch + 5.2rem)` }}>
                    {visibleText(fault.message, 300)}
                  </span>
                )}
              </div>
            );
          })}
        </div>
        <textarea
          ref={field}
          aria-label="Plan text"
          aria-invalid={placed.length > 0}
          aria-describedby={placed.length > 0 ? list : undefined}
          spellcheck={false}
          autoCapitalize="off"
          wrap="off"
          value={text}
          {...completing.aria}
          onInput={(event) => {
            onType(event.currentTarget.value);
            completing.typed(event.currentTarget);
          }}
          onKeyDown={completing.pressed}
          onPointerDown={completing.close}
          onFocusOut={() => {
            completing.close();
            onRest();
          }}
          onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => {
            completing.scrolled(scrollTop, scrollLeft);
            if (back.current !== null) back.current.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
          }}
        />
        <CompletionList completing={completing} />
      </div>
      <p class="quiet editor-help">
        Press Ctrl+Space to list valid keys and values, the arrow keys to choose, Enter to insert and Escape to close.
      </p>
      {placed.length > 0 && (
        <div class="is-wrong" id={list} role="alert">
          <p>{countOf(placed.length, 'error')}:</p>
          <ul class="faults">
            {placed.map((fault) => (
              <li key={`${fault.code} ${fault.place?.line} ${fault.message}`}>
                <Button class="line-link" onClick={() => goToLine(fault)}>
                  Line {fault.place?.line}
                </Button>{' '}
                {visibleText(fault.message, 1000)}{' '}
                {fault.hint !== undefined && <span class="hint">{visibleText(fault.hint, 1000)}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
});

/** The line height of the field, and where its lower half begins, in pixels. */
const [lineHeight, lowFrom] = [18.75, 200];

function CompletionList({ completing: { offer, id, take, optionId } }: { readonly completing: Completing }) {
  const list = useRef<HTMLUListElement>(null);
  const active = offer?.active;
  useEffect(() => {
    if (active !== undefined) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (offer === undefined) return null;
  const { line, column, scroll, options } = offer;
  // In the lower half of the field, the list opens upwards.
  const isLow = line * lineHeight - scroll.top > lowFrom;
  return (
    <ul
      ref={list}
      id={id}
      class="completions"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a field of text
      role="listbox"
      aria-label="Completions"
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
          <strong>{visibleText(label, 60)}</strong> <span class="quiet">{visibleText(description, 200)}</span>
        </li>
      ))}
    </ul>
  );
}

interface Offer extends PlanCompletion {
  readonly active: number;
  /** The line and column of the word, and the field's scroll position. */
  readonly line: number;
  readonly column: number;
  readonly scroll: { readonly top: number; readonly left: number };
}

type Completing = ReturnType<typeof useCompletion>;

let schema: ReturnType<typeof writtenPlanSchema> | undefined;

/** Completes keys and values at the cursor of a text field, by keyboard. */
function useCompletion(field: RefObject<HTMLTextAreaElement | null>, text: string, onType: (text: string) => void) {
  const [offer, setOffer] = useState<Offer>();
  const id = useId();
  // The cursor can be set only once the new text is in the field.
  const caret = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits for the text
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [text]);
  const close = useCallback(() => setOffer(undefined), []);
  const ask = (of: HTMLTextAreaElement, isAsked: boolean) => setOffer(offerAt(of, isAsked));
  const take = (at: number) => {
    const option = offer?.options[at];
    if (offer === undefined || option === undefined) return;
    const rest = text.slice(offer.to);
    // The key may already have a colon.
    const written = /^\s*:/.test(rest) ? option.label : option.text;
    caret.current = offer.from + written.length;
    onType(`${text.slice(0, offer.from)}${written}${rest}`);
    setOffer(undefined);
    field.current?.focus();
  };
  const pressed = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      ask(event.currentTarget, true);
      return;
    }
    if (offer === undefined) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { length } = offer.options;
    if (step !== undefined) setOffer({ ...offer, active: (offer.active + step + length) % length });
    else if (event.key === 'Enter' || event.key === 'Tab') take(offer.active);
    else if (event.key === 'Escape') close();
    else {
      // Moving the cursor ends completion; typing continues it.
      if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    offer,
    id,
    take,
    close,
    pressed,
    typed: (of: HTMLTextAreaElement) => ask(of, false),
    // A key can scroll the field after its list is open, so the list moves along.
    scrolled: (top: number, left: number) => setOffer((now) => now && { ...now, scroll: { top, left } }),
    optionId: (at: number) => `${id}-${at}`,
    aria: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': offer === undefined ? undefined : id,
      'aria-activedescendant': offer === undefined ? undefined : `${id}-${offer.active}`,
    },
  };
}

/** The completions at the cursor; while typing, only inside a word. */
function offerAt(of: HTMLTextAreaElement, isAsked: boolean): Offer | undefined {
  const { value, selectionStart: at, selectionEnd, scrollTop: top, scrollLeft: left } = of;
  if (at !== selectionEnd) return undefined;
  schema ??= writtenPlanSchema();
  const found = completePlan(value, at, schema);
  if (found === undefined || (!isAsked && found.from === at)) return undefined;
  const before = value.slice(0, found.from);
  const line = before.split('\n').length - 1;
  const column = before.length - (before.lastIndexOf('\n') + 1);
  return { ...found, active: 0, line, column, scroll: { top, left } };
}
