import { hash } from 'node:crypto';
import type { UnknownRecord } from '../core/model/record.js';
import { compareText } from '../core/text/compare-text.js';

/** What a task consists of: the name of each column or file, and a short stand-in for what it holds. */
export type Contents = Readonly<Record<string, string>>;

const hashDigits = 12;

/** The first twelve hex digits of the SHA-256 of a file. */
export function contentHash(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex').slice(0, hashDigits);
}

/** Each column of a record with a stand-in for its value, which differs when the value does. */
export function recordContents(record: UnknownRecord): Contents {
  return Object.fromEntries(Object.keys(record).map((name) => [name, valueMark(record[name])]));
}

/** A text so short that it is its own stand-in; none is as long as a hash, so that the two are never taken for each other. */
const shortest = hashDigits - 1;

const kept = new WeakMap<object, string>();

/** The value as canonical JSON where that is shorter than a hash, else the first twelve hex digits of its SHA-256. */
function valueMark(value: unknown): string {
  if (typeof value !== 'object' || value === null) return markOf(scalarJson(value));
  // Records of one document may share what is large.
  const known = kept.get(value) ?? markOf(canonicalJson(value));
  kept.set(value, known);
  return known;
}

function markOf(json: string): string {
  return json.length <= shortest ? json : hash('sha256', json, 'hex').slice(0, hashDigits);
}

/** JSON with the keys of every object in code-unit order; without recursion, because a file may nest as deep as it likes. */
function canonicalJson(root: object): string {
  const parts: string[] = [];
  const open: (string | { readonly value: unknown })[] = [{ value: root }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      parts.push(next);
      continue;
    }
    const { value } = next;
    if (typeof value !== 'object' || value === null) parts.push(scalarJson(value));
    else if (value instanceof Date) parts.push(JSON.stringify(value));
    else if (ArrayBuffer.isView(value)) parts.push(`"${contentHash(bytesOf(value))}"`);
    else if (Array.isArray(value)) {
      open.push(']');
      for (const [i, each] of value.toReversed().entries()) open.push(...(i > 0 ? [','] : []), { value: each });
      parts.push('[');
    } else {
      open.push('}');
      const entries = Object.entries(value).sort(([a], [b]) => compareText(b, a));
      for (const [i, [key, each]] of entries.entries()) {
        open.push(...(i > 0 ? [','] : []), { value: each }, `${JSON.stringify(key)}:`);
      }
      parts.push('{');
    }
  }
  return parts.join('');
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function scalarJson(value: unknown): string {
  // Neither whole numbers of 64 bits nor those that are not finite are JSON; tables have them.
  return typeof value === 'string' || value === null ? JSON.stringify(value) : String(value);
}
