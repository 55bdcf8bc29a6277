/**
 * The largest distance between two cumulative distributions, in [0, 1], each value counting as much as its weight
 * (Kolmogorov 1933; Smirnov 1939). Undefined when either list is empty. Where one list is part of the other, the usual
 * p-values do not hold; compare with redrawn samples instead.
 */
export function kolmogorovSmirnov(
  a: readonly number[],
  b: readonly number[],
  weightsOfA?: readonly number[],
  weightsOfB?: readonly number[],
): number | undefined {
  if (a.length === 0 || b.length === 0) return undefined;
  const steps = [
    ...a.map((value, i) => ({ value, inA: weightsOfA?.[i] ?? 1, inB: 0 })),
    ...b.map((value, i) => ({ value, inA: 0, inB: weightsOfB?.[i] ?? 1 })),
  ].sort((x, y) => x.value - y.value);
  const totalA = steps.reduce((sum, { inA }) => sum + inA, 0);
  const totalB = steps.reduce((sum, { inB }) => sum + inB, 0);
  let passedA = 0;
  let passedB = 0;
  let largest = 0;
  steps.forEach(({ value, inA, inB }, i) => {
    passedA += inA;
    passedB += inB;
    // The distributions are compared after the last of equal values, not on the way.
    if (steps[i + 1]?.value !== value) largest = Math.max(largest, Math.abs(passedA / totalA - passedB / totalB));
  });
  return largest;
}
