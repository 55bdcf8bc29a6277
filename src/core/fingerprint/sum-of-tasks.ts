import type { FieldValue } from '../model/field.js';
import type { Task } from '../model/task.js';
import { fingerprint } from './fingerprint.js';

const parts = 4;
const digits = 16;

/**
 * One hash over the tasks of a large pool that can be worked out in any order, also by a database: the SHA-256 of each
 * task's text, in four parts of 64 bits, each summed modulo 2^64. A task counts with its id and the fields the plan knows.
 */
export function sumOfTasks(tasks: Iterable<Pick<Task, 'id' | 'fields'>>): string {
  const sums = Array.from({ length: parts }, () => 0n);
  for (const task of tasks) {
    const hash = fingerprint(taskText(task));
    for (let i = 0; i < parts; i++) sums[i] = (sums[i] ?? 0n) + BigInt(`0x${hash.slice(i * digits, (i + 1) * digits)}`);
  }
  return sumInHex(sums);
}

/** Four sums as 64 hex digits. */
export function sumInHex(sums: readonly bigint[]): string {
  return sums.map((sum) => BigInt.asUintN(64, sum).toString(16).padStart(digits, '0')).join('');
}

/** What a task counts with: its id, then each field it has, by name; NUL parts them. */
function taskText({ id, fields }: Pick<Task, 'id' | 'fields'>): string {
  let text = id;
  for (const name of Object.keys(fields).sort()) {
    const value = fields[name];
    if (value !== undefined) text += `\0${name}\0${valueText(value)}`;
  }
  return text;
}

/** Whole numbers of this size and more are told by their leading 53 bits. */
const wholeLimit = 2 ** 53;

/** A number as its whole part and the first 53 bits of the rest: digits that every database finds, too. */
function valueText(value: FieldValue): string {
  if (typeof value === 'string') return value;
  const size = Math.abs(value);
  const sign = value < 0 ? '-' : '';
  if (size >= wholeLimit) return `${sign}big`;
  const whole = Math.floor(size);
  return `${sign}${whole}.${Math.floor((size - whole) * wholeLimit)}`;
}
