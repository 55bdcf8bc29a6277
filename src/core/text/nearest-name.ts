import { compareText } from './words.js';

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

/** The edits that turn one string into the other, at most `limit`; only cells within the limit are computed. */
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

/** Every label of the pool is compared with every one of these: a longer list was not written by hand. */
const mostCompared = 2000;

/** Pairs of labels, one only in the pool and one only in the rule, that were likely meant to be the same. */
export function misspeltLabels(inPool: ReadonlySet<string>, inRule: readonly string[]) {
  const unused = inRule.filter((listed) => !inPool.has(listed));
  if (unused.length === 0 || unused.length > mostCompared) return [];
  const known = new Set(inRule);
  return [...inPool].flatMap((label) => {
    const listed = known.has(label) ? undefined : nearestName(label, unused);
    return listed === undefined ? [] : [{ label, listed }];
  });
}

/** Every label is folded: of more than these only a part would be shown anyway. */
const mostLabels = 100_000;

/** Labels that differ only in letter case or in spaces at their ends, in groups of two or more, in code-unit order. */
export function alikeLabels(labels: Iterable<string>): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  let count = 0;
  for (const label of new Set(labels)) {
    count += 1;
    if (count > mostLabels) break;
    const folded = label.trim().toLowerCase();
    const group = groups.get(folded);
    if (group === undefined) groups.set(folded, [label]);
    else group.push(label);
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => group.sort(compareText))
    .sort(([a = ''], [b = '']) => compareText(a, b));
}

const dressings: readonly (readonly [RegExp, string])[] = [
  // SWE-bench calls the image of a task so.
  [/^(?:[a-z0-9.-]+\/)*sweb\.eval\.[a-z0-9]+(?:_64)?\.|:latest$/g, ''],
  // Registries of packages put an owner before a name.
  [/^[a-z0-9][a-z0-9._-]*\/(?=[a-z0-9._-]+$)/, ''],
  // Data sets of SWE-bench Pro put this before an id, and the version of the environment behind it.
  [/^instance_/, ''],
  [/-v(?:[0-9a-f]{7,64}|nan)$/, ''],
  // Names of images cannot hold two underscores.
  [/_(?:1776|s)_/g, '__'],
  // Registries allow no dots in names, and GitHub writes owner/repository#number.
  [/[\s._#/-]+/g, '-'],
];

/** A task's name without an owner, `instance_`, `-v` and a version, letter case, and the choice of separators. */
export function bareName(name: string): string {
  return dressings.reduce((text, [form, instead]) => text.replace(form, instead), name.toLowerCase());
}

/** What two ids must not share: spaces at the ends, letter case and the spelling of accents do not tell tasks apart. */
export function foldedId(id: string): string {
  const lower = id.trim().toLowerCase();
  // Most ids are plain ASCII, which has one spelling.
  return /^[\u0020-\u007e]*$/.test(lower) ? lower : lower.normalize('NFC');
}
