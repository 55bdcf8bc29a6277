import { useEffect, useState } from 'react';

/**
 * Works through steps, each in a task of its own so that the page answers in between, and gives what is done so far. It
 * begins anew with every other list, which must be the same list for the same question; nothing is done until `isOn`.
 */
export function useSteps<Value>(steps: readonly (() => Value)[], isOn: boolean): readonly Value[] {
  const [done, setDone] = useState<{ readonly of: typeof steps; readonly values: readonly Value[] }>();
  const values = done?.of === steps ? done.values : [];
  const next = steps[values.length];
  useEffect(() => {
    if (!isOn || next === undefined) return undefined;
    // After the paint, so that what is done shows before the next begins.
    let timer = 0;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setDone({ of: steps, values: [...values, next()] }));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  });
  return values;
}
