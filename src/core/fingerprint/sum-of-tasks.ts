import type { FieldValue } from '../model/field.js';
import type { Task } from '../model/task.js';
import { fingerprint } from './fingerprint.js';

const parts = 2;
const digits = 16;

/**
 * One hash over the tasks of a large pool that can be worked out in any order, also by a database: of the SHA-256 of each
 * task's text, the first two parts of 64 bits are summed modulo 2^64. A task counts with its id and the fields the plan
 * knows.
 */
export function sumOfTasks(tasks: readonly Pick<Task, 'id' | 'fields'>[]): string {
  const known = new Set<string>();
  for (const { fields } of tasks) for (const name in fields) if (fields[name] !== undefined) known.add(name);
  const names = [...known].sort();
  const sums = Array.from({ length: parts }, () => 0n);
  for (const { id, fields } of tasks) {
    const hash = fingerprint([id, ...names.map((name) => valueText(fields[name]))].join('\0'));
    for (let i = 0; i < parts; i++) sums[i] = (sums[i] ?? 0n) + BigInt(`0x${hash.slice(i * digits, (i + 1) * digits)}`);
  }
  return hashOfSums(names, sums);
}

/** The hash over all tasks: of the fields that any of them has, by name, and the sums of the parts. */
export function hashOfSums(names: readonly string[], sums: readonly bigint[]): string {
  const inHex = sums.map((sum) => BigInt.asUintN(64, sum).toString(16).padStart(digits, '0'));
  return fingerprint([...names, ...inHex].join('\0'));
}

/** Whole numbers of this size and more are told by their leading 53 bits. */
const wholeLimit = 2 ** 53;

/** A number as its whole part and the first 53 bits of the rest, if any: digits that every database finds, too. */
function valueText(value: FieldValue | undefined): string {
  if (typeof value !== 'number') return value ?? '';
  const size = Math.abs(value);
  const sign = value < 0 ? '-' : '';
  if (size >= wholeLimit) return `${sign}big`;
  const whole = Math.floor(size);
  return size === whole ? `${sign}${whole}` : `${sign}${whole}.${Math.floor((size - whole) * wholeLimit)}`;
}
