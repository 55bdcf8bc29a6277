/** A line of two texts compared: in both, only in the first, or only in the second. */
export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** More differences than this are not searched for the fewest: everything between the common ends counts as changed. */
const mostDifferences = 1000;

/** Which lines of the first list stand in the second, in the same order and as many as can be: for each its place there, or -1. */
export function matchLines(first: readonly string[], second: readonly string[]): readonly number[] {
  const matches = new Array<number>(first.length).fill(-1);
  let start = 0;
  while (start < first.length && start < second.length && first[start] === second[start]) matches[start] = start++;
  let [a, b] = [first.length, second.length];
  while (a > start && b > start && first[a - 1] === second[b - 1]) matches[--a] = --b;
  for (const [x, y] of fewestEdits(first.slice(start, a), second.slice(start, b))) matches[start + x] = start + y;
  return matches;
}

/** The two texts line by line, what is gone before what is new. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [first, second] = [before.split('\n'), after.split('\n')];
  const lines: DiffLine[] = [];
  let next = 0;
  const addNew = (to: number) => {
    for (; next < to; next++) lines.push({ kind: 'new', text: second[next] ?? '' });
  };
  for (const [at, match] of matchLines(first, second).entries()) {
    const text = first[at] ?? '';
    if (match === -1) lines.push({ kind: 'gone', text });
    else {
      addNew(match);
      lines.push({ kind: 'same', text });
      next = match + 1;
    }
  }
  addNew(second.length);
  return lines;
}

/** The pairs of equal lines on the shortest way from one list to the other (Myers 1986, Algorithmica 1:251). */
function fewestEdits(first: readonly string[], second: readonly string[]): readonly (readonly [number, number])[] {
  const most = Math.min(mostDifferences, first.length + second.length);
  const offset = most + 1;
  const reached = new Int32Array(2 * offset + 1);
  const trail: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    trail.push(reached.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = fromAbove(reached, offset, diagonal, edits)
        ? (reached[offset + diagonal + 1] ?? 0)
        : (reached[offset + diagonal - 1] ?? 0) + 1;
      while (x < first.length && x - diagonal < second.length && first[x] === second[x - diagonal]) x++;
      reached[offset + diagonal] = x;
      if (x >= first.length && x - diagonal >= second.length)
        return pairsOf(trail, offset, first.length, second.length);
    }
  }
  return [];
}

function fromAbove(reached: Int32Array, offset: number, diagonal: number, edits: number): boolean {
  const [left, above] = [reached[offset + diagonal - 1] ?? 0, reached[offset + diagonal + 1] ?? 0];
  return diagonal === -edits || (diagonal !== edits && left < above);
}

function pairsOf(trail: readonly Int32Array[], offset: number, width: number, height: number) {
  const pairs: (readonly [number, number])[] = [];
  let [x, y] = [width, height];
  for (let edits = trail.length - 1; edits >= 0; edits--) {
    const reached = trail[edits] ?? new Int32Array();
    const diagonal = x - y;
    const before = fromAbove(reached, offset, diagonal, edits) ? diagonal + 1 : diagonal - 1;
    const fromX = edits === 0 ? 0 : (reached[offset + before] ?? 0);
    const fromY = edits === 0 ? 0 : fromX - before;
    while (x > fromX && y > fromY && x > 0 && y > 0) pairs.push([--x, --y]);
    [x, y] = [fromX, fromY];
  }
  return pairs;
}
