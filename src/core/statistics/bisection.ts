/** Halves a range `rounds` times. `isPast` is false at `low` and true at `high`, and so it stays. */
export function bisect(low: number, high: number, rounds: number, isPast: (value: number) => boolean) {
  const range = { low, high };
  for (let round = 0; round < rounds; round++) {
    const middle = (range.low + range.high) / 2;
    range[isPast(middle) ? 'high' : 'low'] = middle;
  }
  return range;
}

/** The last whole number from `first` to below `end` for which a condition is true, as it is for `first`. */
export function lastWhere(first: number, end: number, holds: (number: number) => boolean): number {
  let [yes, no] = [first, end];
  while (no - yes > 1) {
    const middle = Math.floor((yes + no) / 2);
    if (holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}
