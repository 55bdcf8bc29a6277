/** A line of the first text only, the second only, or both. */
export interface ChangedLine {
  readonly sign: '-' | '+' | ' ';
  readonly line: string;
}

/** With more pairs of lines to compare, all count as changed. */
const mostPairs = 4_000_000;

/** The lines of two texts in order, with as many in common as possible. In a change, old lines come first. */
export function changedLines(old: readonly string[], now: readonly string[]): readonly ChangedLine[] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end++;
  const [before, after] = [old, now].map((lines) => lines.slice(start, lines.length - end)) as [string[], string[]];
  const asIs = (line: string): ChangedLine => ({ sign: ' ', line });
  return [...old.slice(0, start).map(asIs), ...middle(before, after), ...old.slice(old.length - end).map(asIs)];
}

function middle(before: readonly string[], after: readonly string[]): readonly ChangedLine[] {
  const [rows, columns] = [before.length, after.length];
  // For each pair of positions: the number of common lines in the rest of both texts.
  const common = new Uint16Array(rows * columns > mostPairs ? 0 : (rows + 1) * (columns + 1));
  const commonAt = (i: number, j: number) => common[i * (columns + 1) + j] ?? 0;
  const isCompared = common.length > 0;
  for (let i = rows - 1; isCompared && i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      common[i * (columns + 1) + j] =
        before[i] === after[j] ? 1 + commonAt(i + 1, j + 1) : Math.max(commonAt(i + 1, j), commonAt(i, j + 1));
    }
  }
  const found: ChangedLine[] = [];
  for (let [i, j] = [0, 0]; i < rows || j < columns; ) {
    const [mine, yours] = [before[i], after[j]];
    if (mine !== undefined && mine === yours && isCompared) {
      found.push({ sign: ' ', line: mine });
      [i, j] = [i + 1, j + 1];
    } else if (mine !== undefined && (yours === undefined || commonAt(i + 1, j) >= commonAt(i, j + 1))) {
      found.push({ sign: '-', line: mine });
      i++;
    } else {
      found.push({ sign: '+', line: yours ?? '' });
      j++;
    }
  }
  return found;
}
