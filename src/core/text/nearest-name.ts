/** The known name most like `name`, or undefined when none is near enough to be what was meant. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.slice(0, longestCompared).toLowerCase();
  let best: string | undefined;
  // A guess that shares no letter with the name is no help.
  let bestDistance = Math.min(wanted.length, Math.max(2, Math.floor(wanted.length * 0.4)) + 1);
  for (const candidate of known) {
    const folded = candidate.slice(0, longestCompared).toLowerCase();
    if (Math.abs(folded.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, folded);
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

/** Edits (insert, delete, replace, swap of neighbours) that turn one string into the other. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
