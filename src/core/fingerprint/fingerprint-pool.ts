import { isLargePool } from '../model/large-pool.js';
import type { Task, TaskContents } from '../model/task.js';
import { FieldSums } from './field-sums.js';
import { fingerprint, LongFingerprint } from './fingerprint.js';
import { sumOfTasks } from './sum-of-tasks.js';

/** A benchmark's tasks, as hashes. */
export interface PoolHashes {
  /** SHA-256 over all tasks, in the order they were given in, so sort them first. */
  readonly sha256: string;
  /** By id, the first twelve hex digits of the SHA-256 of each: enough to tell which of a pool's tasks has changed. */
  readonly tasks: ReadonlyMap<string, string>;
  /** By column or file, what tells which of them has changed; empty where the contents of the tasks are not known. */
  readonly fields: ReadonlyMap<string, string>;
  /** Whether the contents are files, and all of each task's folder. */
  readonly everyFile: boolean;
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
  if (isLargePool(tasks.length) && !isOneByOne) {
    const everyFile = tasks.some(({ contents }) => contents?.everyFile === true);
    return { sha256: sumOfTasks(tasks), tasks: taskHashes(tasks), fields: new Map(), everyFile };
  }
  const hash = new LongFingerprint();
  const names = fieldNames(tasks);
  const byId = new Map<string, string>();
  const sums = new FieldSums();
  let lines: string[] = [];
  for (const task of tasks) {
    const line = taskLine(task, names);
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
  const everyFile = tasks.some(({ contents }) => contents?.everyFile === true);
  return { sha256: hash.digest(), tasks: byId, fields: sums.byName(everyFile), everyFile };
}

/** The short hash of each of these tasks by id, as `fingerprintPool` gives it for them among others. */
export function taskHashes(tasks: readonly Task[]): ReadonlyMap<string, string> {
  const names = fieldNames(tasks);
  return new Map(tasks.map((task) => [task.id, fingerprint(taskLine(task, names)).slice(0, shortHashDigits)]));
}

function taskLine(task: Task, names: readonly string[]): string {
  const known: Record<string, unknown> = { id: task.id };
  for (const name of names) {
    const value = task.fields[name];
    if (value !== undefined) known[name] = value;
  }
  // Without contents the hash is the one that it always was.
  return `${JSON.stringify(known)}${task.contents === undefined ? '' : contentsText(task.contents)}\n`;
}

/** Rows of a table share the list of their columns. */
const namesTexts = new WeakMap<readonly string[], string>();

function contentsText({ names, marks }: TaskContents): string {
  const text = namesTexts.get(names) ?? JSON.stringify(names);
  namesTexts.set(names, text);
  return `\n${text}\n${marks}`;
}

function fieldNames(tasks: readonly Task[]): string[] {
  const names = new Set<string>();
  for (const task of tasks) for (const name in task.fields) names.add(name);
  return [...names].sort();
}
