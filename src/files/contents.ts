import { hash } from 'node:crypto';
import type { UnknownRecord } from '../core/model/record.js';
import type { TaskContents } from '../core/model/task.js';
import { compareText } from '../core/text/compare-text.js';

const hashDigits = 12;

/** The first twelve hex digits of a SHA-256: the mark of what has it. */
export function shortHash(sha256: string): string {
  return sha256.slice(0, hashDigits);
}

/**
 * Gives what each record of a table consists of: every column with a mark of its value, which differs when the value does.
 * Records with the same columns share the list of them.
 */
export function recordContents(): (record: UnknownRecord) => TaskContents {
  let lastKeys: readonly string[] = [];
  let names: readonly string[] = [];
  const marks = new Map<string, string>();
  return (record) => {
    const keys = Object.keys(record);
    if (keys.length !== lastKeys.length || keys.some((key, i) => key !== lastKeys[i])) {
      lastKeys = keys;
      names = keys.toSorted(compareText);
    }
    return { names, marks: names.map((name) => valueMark(record[name], marks)).join('\n') };
  };
}

/** A value so short that it is its own mark; none is as long as a hash, so that the two are never taken for each other. */
const shortest = hashDigits - 1;

const kept = new WeakMap<object, string>();

/** Labels are short and come again; as many as this are remembered. */
const longestLabel = 30;
const mostLabels = 2000;

/**
 * The value as canonical JSON where that is shorter than a hash, else the first twelve hex digits of its SHA-256.
 *
 * @param labels The marks of texts that were met.
 */
function valueMark(value: unknown, labels: Map<string, string>): string {
  if (typeof value === 'string' && value.length <= longestLabel) {
    const mark = labels.get(value) ?? markOf(JSON.stringify(value));
    if (labels.size < mostLabels) labels.set(value, mark);
    return mark;
  }
  if (typeof value !== 'object' || value === null) return markOf(scalarJson(value));
  // Records of one document may share what is large.
  const known = kept.get(value) ?? markOf(canonicalJson(value));
  kept.set(value, known);
  return known;
}

function markOf(json: string): string {
  return json.length <= shortest ? json : shortHash(hash('sha256', json, 'hex'));
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
    else if (ArrayBuffer.isView(value)) parts.push(`"${shortHash(hash('sha256', bytesOf(value), 'hex'))}"`);
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
