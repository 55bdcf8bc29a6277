/**
 * The correlation φ of two lists of yes and no about the same tasks, in [−1, 1] (Yule 1912); near 1, the two are one and
 * the same. Undefined when one list is all yes or all no.
 */
export function phiCoefficient(a: readonly boolean[], b: readonly boolean[]): number | undefined {
  let yesA = 0;
  let yesB = 0;
  let both = 0;
  a.forEach((isA, i) => {
    const isB = b[i] === true;
    if (isA) yesA += 1;
    if (isB) yesB += 1;
    if (isA && isB) both += 1;
  });
  const n = a.length;
  const spread = yesA * (n - yesA) * yesB * (n - yesB);
  return spread === 0 ? undefined : (n * both - yesA * yesB) / Math.sqrt(spread);
}
