import {
  type ComponentChildren,
  type ComponentProps,
  type CSSProperties,
  createContext,
  type PartialInputHTMLAttributes,
  type TargetedSubmitEvent,
} from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import { type Fault, placeText } from '../../../core/model/errors.js';
import { type ExclusionReason, exclusionReasons } from '../../../core/model/plan.js';
import { visibleText } from '../../../core/text/words.js';
import { withoutOptions } from './without-options.js';

/** Whether the content is being recalculated. */
const IsOlder = createContext(false);

/** A button that does not submit a form. While its content is recalculated it does nothing, but keeps the focus. */
export function Button({ onClick, ...props }: ComponentProps<'button'>) {
  const older = useContext(IsOlder) && ({ 'aria-disabled': true, onClick: doNothing } as const);
  return <button type="button" onClick={onClick} {...props} {...older} />;
}

function doNothing(event: Event): void {
  event.preventDefault();
}

interface TitledProps {
  readonly id: string;
  readonly title: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Titled({ id, title, class: name, children }: TitledProps) {
  return (
    <section aria-labelledby={id} class={name}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export interface Working<Value> {
  readonly work:
    | { readonly state: 'idle' }
    /** `before`: the previous answer. */
    | { readonly state: 'working'; readonly before: Value | undefined }
    | { readonly state: 'done'; readonly value: Value }
    | { readonly state: 'failed'; readonly why: string };
  readonly start: () => void;
  readonly stop: () => void;
}

interface WorkedProps<Value> {
  readonly working: Working<Value>;
  readonly ask: string;
  readonly children: (value: NonNullable<Value>) => ComponentChildren;
}

/** Work that takes a while, and its result. The previous result stays until the new one is ready. */
export function Worked<Value>({ working: { work, start, stop }, ask, children }: WorkedProps<Value>) {
  if (work.state === 'idle')
    return (
      <p>
        <Button onClick={start}>{ask}</Button>
      </p>
    );
  if (work.state === 'failed') return <Problem words={work.why} />;
  const isWorking = work.state === 'working';
  const value = isWorking ? work.before : work.value;
  const content = value == null ? null : children(value);
  return (
    <div class={isWorking && content !== null ? 'is-older' : undefined} aria-busy={isWorking}>
      {isWorking && (
        <div key="working" class="working">
          <span role="status">Calculating…</span>{' '}
          <Button class="plain" onClick={stop}>
            Stop
          </Button>
        </div>
      )}
      {/* The elements stay the same when the work is done, so that focus isn't lost. */}
      <IsOlder key="result" value={isWorking}>
        {content}
      </IsOlder>
    </div>
  );
}

/** A problem, in a marked box; nothing if there is none. */
export function Problem({ words }: { readonly words: string | undefined }) {
  return words === undefined ? null : (
    <p class="is-wrong" role="status">
      {visibleText(words, 2000)}
    </p>
  );
}

interface FaultsProps {
  readonly faults: readonly Fault[];
  readonly words?: ComponentChildren;
  readonly isAlert?: boolean;
  readonly id?: string;
  readonly class?: string;
}

/** Errors with their hints in a box; nothing if there are none. */
export function Faults({ faults, words, isAlert = false, id, class: name = '' }: FaultsProps) {
  if (faults.length === 0) return null;
  return (
    <div id={id} class={`is-wrong ${name}`} role={isAlert ? 'alert' : undefined}>
      {words !== undefined && <p>{words}</p>}
      <FaultList faults={faults} />
    </div>
  );
}

/** Introduces the errors of a changed plan while the page shows the last valid selection. */
export const notRun = 'The changed plan has errors. The page shows the last valid selection.';

export function FaultList({ faults }: { readonly faults: readonly Fault[] }) {
  return (
    <ul class="faults">
      {faults.map(({ code, place, message, hint }) => {
        const advice = withoutOptions(hint ?? '', true);
        return (
          <li key={`${code} ${placeText(place)} ${message}`}>
            {visibleText(message, 1000)}
            {advice !== '' && <span class="hint"> {visibleText(advice, 1000)}</span>}
          </li>
        );
      })}
    </ul>
  );
}

export type ChoiceOption = readonly [value: string, words: string];

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Options, or groups of options under a heading. */
  readonly options: readonly (ChoiceOption | { readonly heading: string; readonly options: readonly ChoiceOption[] })[];
  readonly class?: string;
  readonly onChoose: (value: string) => void;
}

export function Choice({ label, value, options, class: name, onChoose }: ChoiceProps) {
  const optionOf = ([own, words]: ChoiceOption) => (
    <option key={own} value={own}>
      {words}
    </option>
  );
  return (
    <label class={name}>
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {options.map((option) =>
          'heading' in option ? (
            <optgroup key={option.heading} label={option.heading}>
              {option.options.map(optionOf)}
            </optgroup>
          ) : (
            optionOf(option)
          ),
        )}
      </select>
    </label>
  );
}

interface CheckProps {
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ComponentChildren;
}

export function Check({ isOn, isDisabled = false, onChange, children }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  );
}

interface StepSliderProps {
  readonly label: string;
  readonly words: string;
  readonly at: number;
  readonly steps: number;
  readonly onMove: (at: number) => void;
}

export function StepSlider({ label, words, at, steps, onMove }: StepSliderProps) {
  const fill = `${(100 * at) / Math.max(1, steps - 1)}%`;
  return (
    <label class="wide" style={{ '--fill': fill } as CSSProperties}>
      <span>
        {label}: <output>{words}</output>
      </span>
      <input
        type="range"
        min={0}
        max={steps - 1}
        step={1}
        value={at}
        aria-valuetext={words}
        onInput={({ currentTarget }) => onMove(currentTarget.valueAsNumber)}
      />
    </label>
  );
}

interface TypedFieldProps
  extends Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'role' | 'type'> {
  readonly type?: 'number';
  readonly value: string;
  /** Called with the text as typed, valid or not. */
  readonly onType: (text: string) => void;
}

/** A field that accepts any text while typing, and shows the value again when it loses focus or the value changes. */
export function TypedField({ value, onType, onFocusOut, ...others }: TypedFieldProps) {
  const [text, setText] = useState<string>();
  // Typed text stays if it is empty or equals the value, as 0.50 does.
  useEffect(() => setText((typed) => (typed === '' || Number(typed) === Number(value) ? typed : undefined)), [value]);
  return (
    <input
      {...others}
      value={text ?? value}
      onInput={({ currentTarget }) => {
        setText(currentTarget.value);
        onType(currentTarget.value);
      }}
      onFocusOut={(event) => {
        setText(undefined);
        onFocusOut?.(event);
      }}
    />
  );
}

interface CountFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly before: number | undefined;
  readonly least: number;
  readonly disabled?: boolean;
  /** Errors in the number; they mark the field. */
  readonly faults?: readonly Fault[];
  /** Called with undefined when the field is cleared, which restores the plan's number. */
  readonly onChange: (value: number | undefined) => void;
  /** Called when the field loses focus; everything typed into it is one step to undo. */
  readonly onRest: () => void;
}

/** A whole number. While the text is not a number, the last number applies. */
export function CountField({ label, value, before, least, disabled = false, ...others }: CountFieldProps) {
  const { faults = [], onChange, onRest } = others;
  const id = useId();
  return (
    <>
      <label for={id}>
        <span>{label}</span>
        <TypedField
          id={id}
          type="number"
          min={least}
          step={1}
          value={String(value ?? '')}
          disabled={disabled}
          aria-invalid={faults.length > 0}
          aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
          onType={(text) => {
            const count = Number(text);
            if (text === '') onChange(undefined);
            else if (Number.isSafeInteger(count) && count >= least) onChange(count);
          }}
          onFocusOut={onRest}
        />
        {value !== before && before !== undefined && <span class="was">was {before}</span>}
      </label>
      <Faults faults={faults} isAlert id={`${id}-faults`} class="field-fault" />
    </>
  );
}

interface ExcludeFormProps {
  readonly words: string;
  readonly isDisabled?: boolean;
  readonly onExclude: (why: { readonly reason: ExclusionReason; readonly evidence: string }) => void;
}

export function ExcludeForm({ words, isDisabled = false, onExclude }: ExcludeFormProps) {
  const [reason, setReason] = useState<ExclusionReason>('broken environment');
  const [evidence, setEvidence] = useState('');
  const [problem, setProblem] = useState('');
  const problemId = useId();
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = evidence.trim();
    const isShown = reason !== 'other' || given !== '';
    setProblem(isShown ? '' : 'The reason "other" requires evidence.');
    if (isShown) onExclude({ reason, evidence: given });
  };
  return (
    <form onSubmit={submit} class="exclude-form">
      <Choice
        label="Reason"
        value={reason}
        options={exclusionReasons.map((each) => [each, each])}
        onChoose={(value) => setReason(value as ExclusionReason)}
      />
      <label class="evidence">
        <span>Evidence</span>
        <input
          value={evidence}
          placeholder="for example, a link or a log"
          onInput={({ currentTarget }) => setEvidence(currentTarget.value)}
          aria-invalid={problem !== ''}
          aria-describedby={problem === '' ? undefined : problemId}
        />
      </label>
      <Button type="submit" disabled={isDisabled}>
        {words}
      </Button>
      {problem !== '' && (
        <p id={problemId} class="is-wrong" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

interface MenuProps {
  readonly label: string;
  readonly words: string;
  readonly isSet?: boolean;
  /** The choices, rendered only while the box is open. */
  readonly children: () => ComponentChildren;
}

/** A button that opens a box of choices. Escape, a click elsewhere or moving the focus elsewhere closes it. */
export function Menu({ label, words, isSet = false, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    const end = new AbortController();
    const close = ({ target }: Event) => {
      if (target instanceof Node && box.current?.contains(target) !== true) setOpen(false);
    };
    document.addEventListener('pointerdown', close, end);
    document.addEventListener('focusin', close, end);
    return () => end.abort();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that bubble up from the choices close the box
    <div
      class={`menu${isSet ? ' is-set' : ''}`}
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <span class="menu-label" id={`${id}-label`}>
        {label}
      </span>
      <Button
        ref={button}
        class="menu-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-box` : undefined}
        aria-labelledby={`${id}-label ${id}-words`}
        onClick={() => setOpen(!isOpen)}
      >
        <span id={`${id}-words`}>{words}</span>
        <span aria-hidden="true"> ▾</span>
      </Button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a box that scrolls everywhere
        <div class="menu-box" id={`${id}-box`} role="group" aria-labelledby={`${id}-label`}>
          {children()}
        </div>
      )}
    </div>
  );
}
