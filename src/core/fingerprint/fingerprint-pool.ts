import { isLargePool } from '../model/pool-census.js';
import type { BenchmarkSelection, Selection } from '../model/selection.js';
import type { FieldValue, Task, TaskContents } from '../model/task.js';
import { fingerprint, LongFingerprint } from './fingerprint.js';

/** A benchmark's tasks, as hashes. */
export interface PoolHashes {
  /** SHA-256 over all tasks, in the order they were given in, so sort them first. */
  readonly sha256: string;
  /** By id, the first twelve hex digits of the SHA-256 of each: enough to find the tasks that changed. */
  readonly tasks: ReadonlyMap<string, string>;
  /** A checksum of each column or file; empty if the contents of the tasks are not known. */
  readonly fields: ReadonlyMap<string, string>;
  /** Whether the contents are files, and all of each task's folder. */
  readonly everyFile: boolean;
  /** The ids that several tasks have, of which only the first is hashed; missing if they were not looked for. */
  readonly repeated?: ReadonlySet<string>;
  /** Set where `tasks` are only some of the pool's, as a manifest has them of a large pool. */
  readonly isPart?: true;
}

const shortHashDigits = 12;

/**
 * The hashes of tasks as their source gave them. A task counts with its id, its fields by name and, where they are known,
 * its contents; where it lies on disk does not count. Of a large pool the hash over all tasks is a sum (`sumOfTasks`),
 * unless they are to be hashed one by one, as earlier programs did.
 */
export function fingerprintPool(tasks: readonly Task[], isOneByOne = false): PoolHashes {
  const everyFile = tasks.some(({ contents }) => contents?.everyFile === true);
  if (isLargePool(tasks.length) && !isOneByOne)
    return { sha256: sumOfTasks(tasks), tasks: taskHashes(tasks), fields: new Map(), everyFile };
  const hash = new LongFingerprint();
  const lineOf = taskLines();
  const byId = new Map<string, string>();
  const sums = new FieldSums();
  let lines: string[] = [];
  for (const task of tasks) {
    const line = lineOf(task);
    byId.set(task.id, fingerprint(line).slice(0, shortHashDigits));
    if (task.contents !== undefined) sums.add(task.id, task.contents);
    lines.push(line);
    // In blocks, so that a large pool is never one string.
    if (lines.length === 1000) {
      hash.add(lines.join(''));
      lines = [];
    }
  }
  hash.add(lines.join(''));
  return { sha256: hash.digest(), tasks: byId, fields: sums.byName(everyFile), everyFile };
}

/** The hashes of every pool that a selection was made from, by benchmark. */
export function selectionHashes({ benchmarks }: Pick<Selection, 'benchmarks'>): ReadonlyMap<string, PoolHashes> {
  return new Map(benchmarks.map((benchmark) => [benchmark.plan.name, hashesOf(benchmark)]));
}

/** In a large pool only the selected tasks have a hash each. */
function hashesOf({ sourceTasks, available, census, isHashedOneByOne, choices }: BenchmarkSelection): PoolHashes {
  if (!isLargePool(available) || isHashedOneByOne === true) {
    const hashes = fingerprintPool(sourceTasks, isHashedOneByOne);
    return census === undefined ? hashes : { ...hashes, sha256: census.sha256 };
  }
  const ids = new Set(choices.map(({ task }) => task.id));
  const chosen: Task[] = [];
  let everyFile = false;
  for (const task of sourceTasks) {
    if (task.contents?.everyFile === true) everyFile = true;
    if (ids.has(task.id)) chosen.push(task);
  }
  return {
    sha256: census?.sha256 ?? sumOfTasks(sourceTasks),
    tasks: taskHashes(chosen),
    fields: new Map(),
    everyFile,
  };
}

/** The short hash of each of these tasks by id, as `fingerprintPool` gives it for them among others. */
function taskHashes(tasks: readonly Task[]): ReadonlyMap<string, string> {
  const lineOf = taskLines();
  return new Map(tasks.map((task) => [task.id, fingerprint(lineOf(task)).slice(0, shortHashDigits)]));
}

/** Gives the line that a task is hashed as: its id, its fields by name, and its contents. */
function taskLines(): (task: Task) => string {
  // Most tasks of a pool have the same fields, whose names are then sorted once.
  let last: readonly string[] = [];
  let names: readonly string[] = [];
  return ({ id, fields, contents }) => {
    const own = Object.keys(fields);
    if (own.length !== last.length || own.some((name, i) => name !== last[i])) {
      last = own;
      names = own.toSorted();
    }
    const known: Record<string, unknown> = { id };
    for (const name of names) {
      const value = fields[name];
      if (value !== undefined) known[name] = value;
    }
    // Without contents the hash is the one that it always was.
    return `${JSON.stringify(known)}${contents === undefined ? '' : contentsText(contents)}\n`;
  };
}

/** Rows of a table share the list of their columns. */
const namesTexts = new WeakMap<readonly string[], string>();

function contentsText({ names, marks }: TaskContents): string {
  const text = namesTexts.get(names) ?? JSON.stringify(names);
  namesTexts.set(names, text);
  return `\n${text}\n${marks}`;
}

/** More columns than this are no table's; a change in one that is beyond is found by the hash of its task. */
export const mostNames = 200;
const lineFeed = 10;

/** A checksum per column or file that changes if one task's mark does, whatever their order; no proof of equality. */
class FieldSums {
  /** For each name the two halves of its sum, and how many tasks have it. */
  readonly #sums = new Map<string, Uint32Array>();

  /** Adds a task: for each of its marks two multiplicative hashes of 32 bits over id and mark (cyrb53 by bryc, public domain). */
  add(id: string, { names, marks }: TaskContents): void {
    let [idA, idB] = [0xdeadbeef, 0x41c6ce57];
    for (let i = 0; i < id.length; i++) {
      idA = Math.imul(idA ^ id.charCodeAt(i), 2654435761);
      idB = Math.imul(idB ^ id.charCodeAt(i), 1597334677);
    }
    let at = 0;
    for (const name of names) {
      let [a, b] = [idA, idB];
      for (; at < marks.length; at++) {
        const code = marks.charCodeAt(at);
        if (code === lineFeed) break;
        a = Math.imul(a ^ code, 2654435761);
        b = Math.imul(b ^ code, 1597334677);
      }
      at += 1;
      this.#addTo(name, a, b);
    }
  }

  /** The sums by name in code-unit order, as sixteen hex digits; with `commonFirst`, names that most tasks have. */
  byName(commonFirst: boolean): ReadonlyMap<string, string> {
    const all = [...this.#sums.keys()].sort();
    const tasks = (name: string) => this.#sums.get(name)?.[2] ?? 0;
    const names = (commonFirst ? all.sort((a, b) => tasks(b) - tasks(a)) : all).slice(0, mostNames).sort();
    return new Map(names.map((name) => [name, Array.from(this.#sums.get(name)?.subarray(0, 2) ?? [], inHex).join('')]));
  }

  #addTo(name: string, a: number, b: number): void {
    let sum = this.#sums.get(name);
    if (sum === undefined) {
      sum = new Uint32Array(3);
      this.#sums.set(name, sum);
    }
    const high = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
    const low = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
    // Whole numbers of 32 bits, which wrap round.
    sum[0] = (sum[0] ?? 0) + high;
    sum[1] = (sum[1] ?? 0) + low;
    sum[2] = (sum[2] ?? 0) + 1;
  }
}

function inHex(word: number): string {
  return word.toString(16).padStart(8, '0');
}

const sumParts = 2;
const sumDigits = 16;

/** An order-free hash of a large pool, which SQL can compute too: SHA-256 parts summed modulo 2^64. */
function sumOfTasks(tasks: readonly Pick<Task, 'id' | 'fields'>[]): string {
  const known = new Set<string>();
  for (const { fields } of tasks) for (const name in fields) if (fields[name] !== undefined) known.add(name);
  const names = [...known].sort();
  const sums = Array.from({ length: sumParts }, () => 0n);
  for (const { id, fields } of tasks) {
    const hash = fingerprint([id, ...names.map((name) => valueText(fields[name]))].join('\0'));
    for (let i = 0; i < sumParts; i++)
      sums[i] = (sums[i] ?? 0n) + BigInt(`0x${hash.slice(i * sumDigits, (i + 1) * sumDigits)}`);
  }
  return hashOfSums(names, sums);
}

/** The hash over all tasks: of the fields that any of them has, by name, and the sums of the parts. */
export function hashOfSums(names: readonly string[], sums: readonly bigint[]): string {
  const words = sums.map((sum) => BigInt.asUintN(64, sum).toString(16).padStart(sumDigits, '0'));
  return fingerprint([...names, ...words].join('\0'));
}

/** Numbers of this size or more are written as `big`. */
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
