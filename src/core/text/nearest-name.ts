/** The known name most like `name`, or undefined when none is near enough to be what was meant. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.slice(0, longestCompared).toLowerCase();
  let best: string | undefined;
  // A guess that shares no letter with the name is no help.
  let bestDistance = Math.min(wanted.length, Math.max(2, Math.floor(wanted.length * 0.4)) + 1);
  const row = () => new Int32Array(longestCompared + 2);
  const rows: Rows = [row(), row(), row()];
  for (const candidate of known) {
    const folded = candidate.slice(0, longestCompared).toLowerCase();
    if (Math.abs(folded.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, folded, bestDistance, rows);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` Did you mean "x"?` for a misspelt name, or an empty string when nothing is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}

// Names come from strangers: a megabyte of label must not cost a quadratic table.
const longestCompared = 200;

/** Three rows of the table of edits, used again for every name. */
type Rows = readonly [Int32Array, Int32Array, Int32Array];

/**
 * Edits (insert, delete, replace, swap of neighbours) that turn one string into the other, or `limit` when there are as
 * many or more. Only cells that fewer edits than that can reach are worked out: a pool may have a million names.
 */
function editDistance(one: string, two: string, limit: number, rows: Rows): number {
  // What both begin or end with costs nothing.
  let start = 0;
  while (start < one.length && start < two.length && one.charCodeAt(start) === two.charCodeAt(start)) start += 1;
  let end = 0;
  const most = Math.min(one.length, two.length) - start;
  while (end < most && one.charCodeAt(one.length - 1 - end) === two.charCodeAt(two.length - 1 - end)) end += 1;
  const [a, b] = [one.slice(start, one.length - end), two.slice(start, two.length - end)];
  let [beforeLast, last, current] = rows;
  for (let column = 0; column < b.length + 2; column++) last[column] = column;
  let leastBefore = 0;
  for (let row = 1; row <= a.length; row++) {
    const from = Math.max(1, row - limit + 1);
    const to = Math.min(b.length, row + limit - 1);
    current[from - 1] = from === 1 ? row : limit;
    let least = from === 1 ? row : limit;
    for (let column = from; column <= to; column++) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1);
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current[column] = cost;
      if (cost < least) least = cost;
    }
    current[to + 1] = limit;
    // A swap looks two rows back.
    if (least >= limit && leastBefore >= limit) return limit;
    leastBefore = least;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(limit, last[b.length] ?? 0);
}
