import { compareText } from './words.js';

/** The known name most similar to `name`; undefined if none is similar enough. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.slice(0, longestCompared).toLowerCase();
  let best: string | undefined;
  // A name with no letter in common is not a useful suggestion.
  let bestDistance = Math.min(wanted.length, Math.max(2, Math.floor(wanted.length * 0.4)) + 1);
  const row = () => new Int32Array(longestCompared + 1);
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

/** For example ` Did you mean "x"?`; empty if no name is similar. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}

/** Whether two names differ, but by at most so many insertions, deletions, replacements and swaps. */
export function isNearly(name: string, known: string, most: number): boolean {
  if (name === known || Math.max(name.length, known.length) > longestCompared) return false;
  if (Math.abs(name.length - known.length) > most) return false;
  const row = () => new Int32Array(longestCompared + 1);
  return editDistance(name, known, most + 1, [row(), row(), row()]) <= most;
}

// Names are untrusted, and a megabyte-long label must not cost quadratic time.
const longestCompared = 200;

type Rows = readonly [Int32Array, Int32Array, Int32Array];

/** The number of insertions, deletions, replacements and swaps between two strings, or any number from `limit` on. */
function editDistance(a: string, b: string, limit: number, rows: Rows): number {
  let [beforeLast, last, current] = rows;
  for (let column = 0; column <= b.length; column++) last[column] = column;
  let leastBefore = 0;
  for (let row = 1; row <= a.length; row++) {
    current[0] = row;
    let least = row;
    for (let column = 1; column <= b.length; column++) {
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
    // A swap looks two rows back.
    if (least >= limit && leastBefore >= limit) return limit;
    leastBefore = least;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[b.length] ?? 0;
}

/** Every label of the pool is compared with each of these. A longer list was not written by hand. */
const mostCompared = 2000;

/** Pairs of a label only in the pool and one only in the rule that are probably one label. */
export function misspeltLabels(inPool: ReadonlySet<string>, inRule: readonly string[]) {
  const unused = inRule.filter((listed) => !inPool.has(listed));
  if (unused.length === 0 || unused.length > mostCompared) return [];
  const known = new Set(inRule);
  return [...inPool].flatMap((label) => {
    const listed = known.has(label) ? undefined : nearestName(label, unused);
    return listed === undefined ? [] : [{ label, listed }];
  });
}

/** Only this many labels are compared; a report would not show more anyway. */
const mostLabels = 100_000;

/** Groups of labels that differ only in case or outer spaces, sorted by code unit. */
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
  // SWE-bench image names.
  [/^(?:[a-z0-9.-]+\/)*sweb\.eval\.[a-z0-9]+(?:_64)?\.|:latest$/g, ''],
  // SWE-bench Pro datasets put this before an id, and the environment's version after it.
  [/^instance_/, ''],
  [/-v(?:[0-9a-f]{7,64}|nan)$/, ''],
  // Image names can't contain two consecutive underscores.
  [/_(?:1776|s)_/g, '__'],
  // Registries do not allow dots in names, and GitHub writes owner/repository#number.
  [/[\s._#/-]+/g, '-'],
];

/** A task's name in lower case, without `instance_` prefix or `-v` version, and with uniform separators. */
export function undressedName(name: string): string {
  return dressings.reduce((text, [form, instead]) => text.replace(form, instead), name.toLowerCase());
}

/** The undressed name without the owner that package registries put before a name. */
export function bareName(name: string): string {
  return undressedName(name.replace(/^[a-z0-9][a-z0-9._-]*\/(?=[a-z0-9._:-]+$)/i, ''));
}

/** The bare name without the owner of its repository: for django__django-10554, django-10554. */
export function ownerlessName(name: string): string {
  return bareName(name.replace(/^(.*\/)?(?:instance_)?[a-z0-9][a-z0-9.-]*__/i, ''));
}

/** Every form that a loose match compares; the bare name comes first. */
export function looseNames(name: string): readonly [string, string, string] {
  return [bareName(name), undressedName(name), ownerlessName(name)];
}

/** Ids must differ in this form: outer spaces, case and Unicode normalisation do not distinguish tasks. */
export function foldedId(id: string): string {
  const lower = id.trim().toLowerCase();
  // Most ids are plain ASCII, which needs no normalisation.
  return /^[\u0020-\u007e]*$/.test(lower) ? lower : lower.normalize('NFC');
}
