/**
 * The smallest whole number in [1, last] for which `holds`. `signature` must be such that, between two neighbours in
 * `turns`, equal signatures at both ends mean that nothing changes in between; so only where it does change is looked at
 * more closely.
 */
export function firstStep(
  last: number,
  turns: readonly number[],
  signature: (step: number) => string,
  holds: (step: number) => boolean,
): number | undefined {
  const ends = [...new Set([1, ...turns.filter((turn) => turn > 1 && turn < last), last])].sort((a, b) => a - b);
  const within = (from: number, to: number): number | undefined => {
    if (holds(from)) return from;
    if (to - from <= 1 || signature(from) === signature(to)) return holds(to) ? to : undefined;
    const middle = Math.floor((from + to) / 2);
    return within(from, middle) ?? within(middle, to);
  };
  if (last < 1) return undefined;
  for (const [i, end] of ends.entries()) {
    const found = within(end, ends[i + 1] ?? end);
    if (found !== undefined) return found;
  }
  return undefined;
}
