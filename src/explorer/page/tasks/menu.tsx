import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface MenuProps {
  readonly label: string;
  /** What is chosen. */
  readonly words: string;
  readonly isSet?: boolean;
  readonly children: ReactNode;
}

/** A button that opens a box of choices; Escape, a click elsewhere or leaving it by keyboard closes it. */
export function Menu({ label, words, isSet = false, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: Event) => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that bubble up from the choices close the box
    <div
      className={`menu${isSet ? ' is-set' : ''}`}
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <span className="menu-label" id={`${id}-label`}>
        {label}
      </span>
      <button
        type="button"
        ref={button}
        className="menu-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-box` : undefined}
        aria-labelledby={`${id}-label ${id}-words`}
        onClick={() => setOpen(!isOpen)}
      >
        <span id={`${id}-words`}>{words}</span>
        <span aria-hidden="true"> ▾</span>
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a box that scrolls everywhere
        <div className="menu-box" id={`${id}-box`} role="group" aria-labelledby={`${id}-label`}>
          {children}
        </div>
      )}
    </div>
  );
}
