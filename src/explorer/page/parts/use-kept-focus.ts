import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus in a part of the page when what had it is taken away: it goes to the element marked `data-refocus`, or
 * else to the part itself, which must be able to take it.
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>): void {
  const state = useRef<'outside' | 'inside' | 'lost'>('outside');
  useEffect(() => {
    const element = part.current;
    if (element === null) return undefined;
    const enter = (event: FocusEvent) => {
      if (event.target !== element) state.current = 'inside';
    };
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && element.contains(relatedTarget)) return;
      // What is taken away leaves as well, but is no longer there a moment later.
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected && target !== element) state.current = 'outside';
      });
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
    };
  }, [part]);
  useLayoutEffect(() => {
    const element = part.current;
    const focused = document.activeElement;
    if (element === null || state.current === 'outside') return;
    if (focused !== null && focused !== document.body && focused !== element) {
      if (!element.contains(focused)) state.current = 'outside';
      return;
    }
    if (focused === element && state.current !== 'lost') return;
    const next = element.querySelector<HTMLElement>('[data-refocus]');
    (next ?? element).focus({ preventScroll: true });
    state.current = next === null ? 'lost' : 'inside';
  });
}
