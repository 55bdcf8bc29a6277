import { useEffect, useRef } from 'react';
import { visibleText } from '../../../core/text/visible-text.js';
import type { Completing } from './use-completion.js';

/** Of the field, in pixels: the height of a line, and where its lower half begins. */
const [lineHeight, lowFrom] = [18.75, 200];

/** What may stand at the cursor, below its line, with what each means. */
export function CompletionList({ completing: { offer, id, take, optionId } }: { readonly completing: Completing }) {
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
