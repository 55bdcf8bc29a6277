import { exclusionReasons } from '../../../core/model/plan.js';
import { isRecord, type UnknownRecord } from '../../../core/model/record.js';
import { type BenchmarkEdits, type DesignEdit, type Edits, type NewExclusion, present } from './edits.js';
import { packText, unpackText } from './page-data.js';

/** Edits as JSON, with lists for maps and sets. */
export function editsJson(edits: Edits): string {
  return JSON.stringify(edits, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  );
}

/** The edits in a JSON text; undefined if it has none. Invalid parts are ignored, because an address can contain anything. */
export function editsFromJson(text: string): Edits | undefined {
  const value = parsed(text);
  if (!isRecord(value) || !Array.isArray(value['benchmarks'])) return undefined;
  const benchmarks = pairs((own) => (isRecord(own) ? read(own, benchmarkReaders) : undefined))(value['benchmarks']);
  return { ...read(value, planReaders), benchmarks };
}

/** A reader for each key, which returns undefined for an invalid value. */
type Readers<Of> = { readonly [Key in keyof Of]-?: (value: unknown) => Of[Key] | undefined };

const planReaders: Readers<Omit<Edits, 'benchmarks'>> = {
  text: textOf,
  weights: pairs((weight) => (typeof weight === 'number' && weight >= 0 && weight <= 1 ? weight : undefined)),
  seed: textOf,
  total: countOf,
};

const benchmarkReaders: Readers<BenchmarkEdits> = {
  take: (value) => (value === 'all' ? value : countOf(value)),
  atLeast: countOf,
  share: textOf,
  rounding: textOf,
  design: designOf,
  withoutEnsure: (value) => (value === true ? true : undefined),
  excluded: pairs(exclusionOf),
  lifted: namesOf,
  pinned: namesOf,
  unpinned: namesOf,
};

function read<Of>(value: UnknownRecord, readers: Readers<Of>): Of {
  const entries = Object.entries<(value: unknown) => unknown>(readers).map(([key, own]) => [key, own(value[key])]);
  return present(Object.fromEntries(entries));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function namesOf(value: unknown): ReadonlySet<string> | undefined {
  return Array.isArray(value) ? new Set(value.filter((each) => typeof each === 'string')) : undefined;
}

function pairs<Value>(readValue: (value: unknown) => Value | undefined) {
  return (list: unknown): ReadonlyMap<string, Value> => {
    const entries = (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
      if (!Array.isArray(entry) || typeof entry[0] !== 'string') return [];
      const value = readValue(entry[1]);
      return value === undefined ? [] : [[entry[0], value] as const];
    });
    return new Map(entries);
  };
}

function exclusionOf(value: unknown): NewExclusion | undefined {
  if (!isRecord(value) || typeof value['evidence'] !== 'string') return undefined;
  const reason = exclusionReasons.find((each) => each === value['reason']);
  return reason && { reason, evidence: value['evidence'] };
}

function designOf(value: unknown): DesignEdit | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, field, direction, method, by } = value;
  if (kind === 'rank' && typeof field === 'string')
    return { kind, field, direction: direction === 'asc' ? 'asc' : 'desc' };
  return kind === 'draw' && typeof method === 'string' ? { kind, method, by: textOf(by) } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The longest text to unpack from an address. */
const longestText = 4_000_000;

/** Compresses edits for an address. */
export function packEdits(edits: Edits): Promise<string> {
  return packText(editsJson(edits));
}

/** Reverses `packEdits`; undefined for anything invalid or longer than any plan. */
export async function unpackEdits(packed: string): Promise<Edits | undefined> {
  try {
    return editsFromJson(await unpackText(packed, longestText));
  } catch {
    return undefined;
  }
}
