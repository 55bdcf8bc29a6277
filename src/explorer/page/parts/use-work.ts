import { useCallback, useEffect, useMemo, useState } from 'react';
import { WinnowError } from '../../../core/model/errors.js';

/** Work that takes a while: not begun, being done, done, or not possible. */
export type Work<Value> =
  | { readonly state: 'idle' }
  | { readonly state: 'working' }
  | { readonly state: 'done'; readonly value: Value }
  | { readonly state: 'failed'; readonly why: string };

/** So long a step of the work may hold up the page, in milliseconds. */
const sliceMs = 12;

/**
 * Works something out once the page is painted: at once when `soon`, otherwise when it is started. It begins anew with
 * every other `work`, which must be the same function for the same question.
 */
export function useWork<Value>(work: () => Value, soon: boolean): readonly [Work<Value>, () => void] {
  const inOneStep = useMemo(() => {
    // biome-ignore lint/correctness/useYield: there is nothing to stop for
    return function* (): Generator<void, Value> {
      return work();
    };
  }, [work]);
  return useSlicedWork(inOneStep, soon);
}

/** The same for work that is done in steps: the page answers in between. */
export function useSlicedWork<Value>(
  work: () => Generator<void, Value>,
  soon: boolean,
): readonly [Work<Value>, () => void] {
  const [done, setDone] = useState<{ readonly work: typeof work; readonly result: Work<Value> }>();
  const [started, setStarted] = useState<typeof work>();
  const start = useCallback(() => setStarted(() => work), [work]);
  const isStarted = soon || started === work;
  const isDone = done?.work === work;
  useEffect(() => {
    if (!isStarted || isDone) return undefined;
    let steps: Generator<void, Value> | undefined;
    let timer = 0;
    const goOn = () => {
      const until = performance.now() + sliceMs;
      const slice = resultOf(() => {
        steps ??= work();
        for (;;) {
          const step = steps.next();
          if (step.done === true) return { value: step.value };
          if (performance.now() > until) return undefined;
        }
      });
      if (slice.state === 'done' && slice.value === undefined) timer = window.setTimeout(goOn);
      else if (slice.state === 'done' && slice.value !== undefined)
        setDone({ work, result: { state: 'done', value: slice.value.value } });
      else if (slice.state === 'failed') setDone({ work, result: slice });
    };
    // Two steps: one for the words "working" to be painted, one to work.
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(goOn);
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
