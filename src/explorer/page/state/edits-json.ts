import { type ExclusionReason, exclusionReasons } from '../../../core/model/plan.js';
import { isRecord, type UnknownRecord } from '../../../core/model/record.js';
import type { BenchmarkEdits, Design, Edits, NewExclusion } from './edits.js';

/** Edits as JSON: lists in place of maps and sets. */
export function editsJson({ weights, benchmarks, ...others }: Edits): string {
  return JSON.stringify(
    {
      ...others,
      ...(weights === undefined ? {} : { weights: [...weights] }),
      benchmarks: [...benchmarks].map(([name, { excluded, ...own }]) => [
        name,
        { ...own, ...(excluded === undefined ? {} : { excluded: [...excluded] }) },
      ]),
    },
    (_, value: unknown) => (value instanceof Set ? [...value] : value),
  );
}

/** The edits that a JSON text holds; undefined when it is none. An address may come from anybody: every part is checked. */
export function editsFromJson(text: string): Edits | undefined {
  const value = parsed(text);
  if (!isRecord(value) || !Array.isArray(value['benchmarks'])) return undefined;
  const benchmarks = pairs(value['benchmarks'], (own) => (isRecord(own) ? benchmarkEdits(own) : undefined));
  const weights = pairs(value['weights'], (weight) => (isShare(weight) ? weight : undefined));
  return {
    ...textIn(value, 'text'),
    ...textIn(value, 'seed'),
    ...(weights.length === 0 ? {} : { weights: new Map(weights) }),
    ...(isCount(value['total']) ? { total: value['total'] } : {}),
    benchmarks: new Map(benchmarks),
  };
}

function benchmarkEdits(own: UnknownRecord): BenchmarkEdits {
  const { take, atLeast } = own;
  const excluded = pairs(own['excluded'], exclusionOf);
  const design = designOf(own['design']);
  return {
    ...(take === 'all' || isCount(take) ? { take } : {}),
    ...(isCount(atLeast) ? { atLeast } : {}),
    ...textIn(own, 'share'),
    ...textIn(own, 'rounding'),
    ...(design === undefined ? {} : { design }),
    ...(own['withoutEnsure'] === true ? { withoutEnsure: true } : {}),
    ...(excluded.length === 0 ? {} : { excluded: new Map(excluded) }),
    ...setIn(own, 'lifted'),
    ...setIn(own, 'pinned'),
    ...setIn(own, 'unpinned'),
  };
}

function exclusionOf(value: unknown): NewExclusion | undefined {
  if (!isRecord(value) || typeof value['evidence'] !== 'string') return undefined;
  const reason = exclusionReasons.find((each: ExclusionReason) => each === value['reason']);
  return reason && { reason, evidence: value['evidence'] };
}

function designOf(value: unknown): Design | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, field, direction, method, by } = value;
  if (kind === 'rank' && typeof field === 'string')
    return { kind, field, direction: direction === 'asc' ? 'asc' : 'desc' };
  if (kind !== 'draw' || typeof method !== 'string') return undefined;
  return { kind, method, by: typeof by === 'string' ? by : undefined };
}

function textIn<Key extends string>(value: UnknownRecord, key: Key): Partial<Record<Key, string>> {
  const text = value[key];
  return typeof text === 'string' ? entry(key, text) : {};
}

function setIn<Key extends string>(value: UnknownRecord, key: Key): Partial<Record<Key, ReadonlySet<string>>> {
  const list = value[key];
  const ids = Array.isArray(list) ? list.filter((each): each is string => typeof each === 'string') : [];
  return ids.length === 0 ? {} : entry(key, new Set(ids));
}

function entry<Key extends string, Value>(key: Key, value: Value): Partial<Record<Key, Value>> {
  return Object.fromEntries([[key, value]]) as Partial<Record<Key, Value>>;
}

/** The entries of a list of names and values, without those that are none. */
function pairs<Value>(list: unknown, read: (value: unknown) => Value | undefined): (readonly [string, Value])[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (!Array.isArray(entry) || typeof entry[0] !== 'string') return [];
    const value = read(entry[1]);
    return value === undefined ? [] : [[entry[0], value] as const];
  });
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
