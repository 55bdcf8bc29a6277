import { useCallback, useEffect, useMemo, useState } from 'react';
import { WinnowError } from '../../../core/model/errors.js';

/** Work that takes a while: not begun, being done, done, or not possible. */
export type Work<Value> =
  | { readonly state: 'idle' }
  | { readonly state: 'working' }
  | { readonly state: 'done'; readonly value: Value }
  | { readonly state: 'failed'; readonly why: string };

/**
 * Works something out once the page is painted: at once when `soon`, otherwise when it is started. It begins anew with
 * every other `work`, which must be the same function for the same question.
 */
export function useWork<Value>(work: () => Value, soon: boolean): readonly [Work<Value>, () => void] {
  const [done, setDone] = useState<{ readonly work: () => Value; readonly result: Work<Value> }>();
  const [started, setStarted] = useState<() => Value>();
  const start = useCallback(() => setStarted(() => work), [work]);
  const isStarted = soon || started === work;
  const isDone = done?.work === work;
  useEffect(() => {
    if (!isStarted || isDone) return undefined;
    // Two steps: one for the words "working" to be painted, one to work.
    let timer = 0;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setDone({ work, result: resultOf(work) }));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isStarted, isDone, work]);
  return useMemo(
    () => [isDone && done !== undefined ? done.result : { state: isStarted ? 'working' : 'idle' }, start],
    [done, isDone, isStarted, start],
  );
}

/** What came of work; what is wrong with its input is said, not thrown. */
export function resultOf<Value>(work: () => Value): Work<Value> {
  try {
    return { state: 'done', value: work() };
  } catch (error) {
    if (error instanceof WinnowError) return { state: 'failed', why: error.message };
    throw error;
  }
}
