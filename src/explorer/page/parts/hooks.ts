import { createElement, type FunctionComponent, options, type RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useExternal } from '../route/route.js';

/** A component that is rendered again only when one of its properties changes. */
export function memo<Props extends object>(part: FunctionComponent<Props>): FunctionComponent<Props> {
  // Preact skips a component if it gets the same element again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the properties are what it depends on
  return (props) => useMemo(() => createElement(part, props), Object.values(props));
}

/** Listens to a window event, unless the listener is undefined. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  listener: ((event: WindowEventMap[Name]) => void) | undefined,
): void {
  useEffect(() => {
    if (listener === undefined) return undefined;
    window.addEventListener(name, listener);
    return () => window.removeEventListener(name, listener);
  }, [name, listener]);
}

/** Whether the page is being printed, which shows parts that are hidden on screen. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useWindowEvent('beforeprint', () => {
    // The browser prints the page as soon as the listener returns, so it is rendered at once.
    const { debounceRendering } = options;
    options.debounceRendering = (draw) => draw();
    setPrinting(true);
    Object.assign(options, { debounceRendering });
  });
  useWindowEvent('afterprint', () => setPrinting(false));
  return isPrinting;
}

/**
 * Keeps the focus in a part of the page when the focused element is removed. It moves to the element marked
 * `data-refocus`, or to the part itself, which must be focusable.
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>): void {
  const state = useRef<'outside' | 'inside' | 'lost'>('outside');
  useEffect(() => {
    const element = part.current;
    const end = new AbortController();
    const enter = ({ target }: FocusEvent) => {
      if (target !== element) state.current = 'inside';
    };
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && element?.contains(relatedTarget)) return;
      // A removed element fires this event too, but is gone a moment later.
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected && target !== element) state.current = 'outside';
      });
    };
    element?.addEventListener('focusin', enter, end);
    element?.addEventListener('focusout', leave, end);
    return () => end.abort();
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

/** A value that has not changed for a while, for work that is too slow to follow a slider. */
export function useRested<Value>(value: Value, restMs: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}

/** The delay before something off screen follows a change, in milliseconds. */
const restMs = 200;

/** The latest value if an element is on screen or the key changes; otherwise the value once it stops changing. */
export function useWhenSeen<Value>(value: Value, element: RefObject<HTMLElement | null>, key: string): Value {
  const [isSeen, setSeen] = useState(true);
  const shown = useRef({ value, key });
  const [, setRested] = useState(value);
  if (isSeen || key !== shown.current.key) shown.current = { value, key };
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting !== false), {
      rootMargin: '100px',
    });
    if (element.current !== null) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  useEffect(() => {
    if (shown.current.value === value) return undefined;
    const timer = window.setTimeout(() => {
      shown.current = { value, key };
      setRested(value);
    }, restMs);
    return () => clearTimeout(timer);
  }, [value, key]);
  return shown.current.value;
}

/** The size of an element in whole pixels, updated when it changes; 0 by 0 until it is known. */
export function useSize(element: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const { clientWidth: width, clientHeight: height } = element.current;
    setSize({ width, height });
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { contentRect } = entry;
      setSize({ width: Math.floor(contentRect.width), height: Math.floor(contentRect.height) });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

const narrow = '(max-width: 640px)';

export function useIsNarrow(): boolean {
  return useExternal(onWidth, isNarrow);
}

function isNarrow(): boolean {
  return window.matchMedia(narrow).matches;
}

function onWidth(listener: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the blob after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * A value that follows another one after the page has painted, so that a key press never waits for the tasks to be
 * rendered.
 */
export function useDeferredValue<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => setShown(() => value), [value]);
  return shown;
}
