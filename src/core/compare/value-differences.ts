import type { Difference } from '../manifest/read-manifest.js';
import { isRecord } from '../model/record.js';
import { shown } from '../text/words.js';

/** `found` or `expected` is undefined if the value is missing there. */
export interface ValueDifference {
  readonly path: string;
  readonly found: unknown;
  readonly expected: unknown;
}

/** All differences between two JSON values, down to scalars. */
export function valueDifferences(found: unknown, expected: unknown, path = ''): ValueDifference[] {
  if (Array.isArray(found) && Array.isArray(expected)) return listDifferences(found, expected, path);
  if (isRecord(found) && isRecord(expected)) {
    return entryDifferences(new Map(Object.entries(found)), new Map(Object.entries(expected)), path);
  }
  return Object.is(found, expected) ? [] : [{ path, found, expected }];
}

function entryDifferences(
  found: ReadonlyMap<string, unknown>,
  expected: ReadonlyMap<string, unknown>,
  path: string,
): ValueDifference[] {
  const keys = new Set([...expected.keys(), ...found.keys()]);
  return [...keys].flatMap((key) =>
    valueDifferences(found.get(key), expected.get(key), path === '' ? key : `${path}.${key}`),
  );
}

/** Matches entries by name, or by position if they have no unique names. */
function listDifferences(found: readonly unknown[], expected: readonly unknown[], path: string): ValueDifference[] {
  const named = { found: byName(found), expected: byName(expected) };
  if (named.found !== undefined && named.expected !== undefined) {
    return entryDifferences(named.found, named.expected, path);
  }
  if (found.length === expected.length) {
    return found.flatMap((entry, i) => valueDifferences(entry, expected[i], `${path}.${i}`));
  }
  const without = (list: readonly unknown[], others: readonly unknown[]) => {
    const known = new Set(others.map((entry) => JSON.stringify(entry)));
    return list.filter((entry) => !known.has(JSON.stringify(entry)));
  };
  const [extra, missing] = [without(found, expected), without(expected, found)];
  if (extra.length + missing.length === 0) return [{ path, found, expected }];
  return [
    ...extra.map((entry) => ({ path, found: entry, expected: undefined })),
    ...missing.map((entry) => ({ path, found: undefined, expected: entry })),
  ];
}

const naming = ['benchmark', 'task_id', 'name', 'field', 'by', 'value'] as const;

/** Entries by name; undefined if an entry has no name or shares it with another. */
function byName(entries: readonly unknown[]): Map<string, unknown> | undefined {
  const named = new Map<string, unknown>();
  for (const entry of entries) {
    if (!isRecord(entry)) return undefined;
    const words = naming
      .map((key) => (Object.hasOwn(entry, key) ? entry[key] : undefined))
      .filter((word) => typeof word === 'string' || typeof word === 'number');
    const name = words.join('/');
    if (words.length === 0 || named.has(name)) return undefined;
    named.set(name, entry);
  }
  return named;
}

const sources = {
  plan: 'the plan',
  run: 'the plan and the pool',
} as const;

/** Differences between a section and the plan, or the result of a run. */
export function valueEdits(
  section: string,
  found: unknown,
  expected: unknown,
  source: keyof typeof sources,
  path = section,
): Difference[] {
  const name = sources[source];
  return valueDifferences(found, expected, path).map((each) => {
    const message =
      each.found === undefined
        ? `${each.path} lacks ${wordsOf(each.expected)}, expected from ${name}.`
        : each.expected === undefined
          ? `${each.path} has ${wordsOf(each.found)}, which does not come from ${name}.`
          : `${each.path} is ${shown(each.found)}; expected ${shown(each.expected)} from ${name}.`;
    return { code: `${section}/edited`, message, path: each.path };
  });
}

function wordsOf(value: unknown): string {
  const { code, message } = isRecord(value) ? value : {};
  return typeof code === 'string' && typeof message === 'string'
    ? `the ${code} warning ${shown(message)}`
    : shown(value);
}
