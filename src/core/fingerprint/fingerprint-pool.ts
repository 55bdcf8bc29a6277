import { isLargePool } from '../model/pool-census.js';
import type { BenchmarkSelection, Selection } from '../model/selection.js';
import type { FieldValue, Task, TaskContents } from '../model/task.js';
import { type LongText, linesOf } from '../text/text-pieces.js';
import { fingerprint, LongFingerprint } from './fingerprint.js';

export interface PoolHashes {
  /** SHA-256 over all tasks. Unless the pool is large, it depends on their order, so sort them first. */
  readonly sha256: string;
  /** The first twelve hex digits of each task's SHA-256, by id: enough to find changed tasks. */
  readonly tasks: ReadonlyMap<string, string>;
  /** A checksum of each column or file; empty if the contents of the tasks are unknown. */
  readonly fields: ReadonlyMap<string, string>;
  /** Whether the contents are the files of each task's whole folder. */
  readonly everyFile: boolean;
  /** Ids that several tasks share, of which only the first is hashed; missing if not checked. */
  readonly repeated?: ReadonlySet<string>;
  /** Set if `tasks` covers only part of the pool, as in the manifest of a large pool. */
  readonly isPart?: true;
}

const shortHashDigits = 12;

/**
 * Hashes tasks as their source provided them: id, fields by name and, if known, contents, but not the location on disk.
 * For a large pool, the overall hash is an order-free sum (`sumOfTasks`), unless `isOneByOne` requests the hashing of
 * earlier versions.
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
    // In blocks, so that a large pool never becomes one string.
    if (lines.length === 1000) {
      hash.add(lines.join(''));
      lines = [];
    }
  }
  hash.add(lines.join(''));
  return { sha256: hash.digest(), tasks: byId, fields: sums.byName(everyFile), everyFile };
}

/** The hashes of every pool of a selection, by benchmark. */
export function selectionHashes({ benchmarks }: Pick<Selection, 'benchmarks'>): ReadonlyMap<string, PoolHashes> {
  return new Map(benchmarks.map((benchmark) => [benchmark.plan.name, hashesOf(benchmark)]));
}

/** In a large pool, only the selected tasks are hashed individually. */
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

function taskHashes(tasks: readonly Task[]): ReadonlyMap<string, string> {
  const lineOf = taskLines();
  return new Map(tasks.map((task) => [task.id, fingerprint(lineOf(task)).slice(0, shortHashDigits)]));
}

/** Returns a function that serialises a task for hashing: its id, its fields by name, and its contents. */
function taskLines(): (task: Task) => string {
  // Most tasks of a pool have the same fields, so their sorted names are reused.
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
    // Without contents, the line is the same as in earlier versions.
    return `${JSON.stringify(known)}${contents === undefined ? '' : contentsText(contents)}\n`;
  };
}

/** Rows of a table share their list of columns, so its JSON is cached. */
const namesTexts = new WeakMap<readonly string[], string>();

function contentsText({ names, marks }: TaskContents): string {
  const text = namesTexts.get(names) ?? JSON.stringify(names);
  namesTexts.set(names, text);
  return `\n${text}\n${marks}`;
}

/** No table has more columns. A change beyond the limit still shows in the task's hash. */
export const mostNames = 200;
const lineFeed = 10;

/** An order-free checksum per column or file, which changes if any task's mark changes. It does not prove equality. */
class FieldSums {
  /** For each name, the two halves of its sum and the number of tasks with it. */
  readonly #sums = new Map<string, Uint32Array>();

  /** Adds two 32-bit multiplicative hashes over id and mark, for each mark (cyrb53 by bryc, public domain). */
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

  /** The sums as sixteen hex digits, by name. `commonFirst` prefers the most common names if there are too many. */
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
    // 32-bit integers, which wrap around.
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

/** An order-free hash of a large pool, which SQL can also compute: SHA-256 parts summed modulo 2^64. */
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

/** The overall hash: of the names of all fields that any task has, and the sums of the parts. */
export function hashOfSums(names: readonly string[], sums: readonly bigint[]): string {
  const words = sums.map((sum) => BigInt.asUintN(64, sum).toString(16).padStart(sumDigits, '0'));
  return fingerprint([...names, ...words].join('\0'));
}

/** Numbers of this size or larger are written as `big`. */
const wholeLimit = 2 ** 53;

/** A number as its whole part and the first 53 bits of the fraction, digits that every database can reproduce. */
function valueText(value: FieldValue | undefined): string {
  if (typeof value !== 'number') return value ?? '';
  const size = Math.abs(value);
  const sign = value < 0 ? '-' : '';
  if (size >= wholeLimit) return `${sign}big`;
  const whole = Math.floor(size);
  return size === whole ? `${sign}${whole}` : `${sign}${whole}.${Math.floor((size - whole) * wholeLimit)}`;
}

/** SHA-256 of a UTF-8 text, possibly in pieces, as 64 hex digits. */
export function fingerprintText(text: LongText): string {
  const hash = new LongFingerprint();
  for (const piece of typeof text === 'string' ? [text] : text) hash.add(piece);
  return hash.digest();
}

/** Whether a text has this fingerprint, as is or with CRLF line endings, which git may have added, converted to LF. */
export function hasFingerprint(text: LongText, sha256: string): boolean {
  return fingerprintText(text) === sha256 || withPlainLineEnds(text) === sha256;
}

function withPlainLineEnds(text: LongText): string {
  const hash = new LongFingerprint();
  let before = '';
  for (const line of linesOf(text)) {
    hash.add(`${before}${line}`);
    before = '\n';
  }
  return hash.digest();
}
