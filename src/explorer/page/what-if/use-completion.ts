import { type KeyboardEvent, type RefObject, useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { completePlan, type PlanCompletion } from '../../../core/plan/complete-plan.js';
import { planJsonSchema } from '../../../core/plan/schema/plan-json-schema.js';

/** What is offered, where, and which of it is looked at. */
interface Offer extends PlanCompletion {
  readonly active: number;
  /** Where the list stands: the line and column of the word, and how far the field is scrolled. */
  readonly line: number;
  readonly column: number;
  readonly scroll: { readonly top: number; readonly left: number };
}

/** The completion of a field of text. */
export type Completing = ReturnType<typeof useCompletion>;

let schema: object | undefined;

/** Offers what may stand at the cursor of a field that holds a plan; by keyboard alone. */
export function useCompletion(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onType: (text: string) => void,
) {
  const [offer, setOffer] = useState<Offer>();
  const id = useId();
  // The text comes back from above: only then can the cursor be put where it belongs.
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
    // A key that has its colon already needs no other.
    const written = /^\s*:/.test(rest) ? option.label : option.text;
    caret.current = offer.from + written.length;
    onType(`${text.slice(0, offer.from)}${written}${rest}`);
    setOffer(undefined);
    field.current?.focus();
  };
  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
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
      // Whoever goes elsewhere is not completing; a letter is told by the change it makes.
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
    optionId: (at: number) => `${id}-${at}`,
    aria: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': offer === undefined ? undefined : id,
      'aria-activedescendant': offer === undefined ? undefined : `${id}-${offer.active}`,
    },
  };
}

/** What is offered at the cursor; while typing only once a word is begun. */
function offerAt(of: HTMLTextAreaElement, isAsked: boolean): Offer | undefined {
  const { value, selectionStart: at, selectionEnd, scrollTop: top, scrollLeft: left } = of;
  if (at !== selectionEnd) return undefined;
  schema ??= planJsonSchema();
  const found = completePlan(value, at, schema);
  if (found === undefined || (!isAsked && found.from === at)) return undefined;
  const before = value.slice(0, found.from);
  const line = before.split('\n').length - 1;
  const column = before.length - (before.lastIndexOf('\n') + 1);
  return { ...found, active: 0, line, column, scroll: { top, left } };
}
