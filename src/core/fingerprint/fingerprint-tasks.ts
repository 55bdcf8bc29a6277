import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Task } from '../model/task.js';
import { compareText } from '../text/compare-text.js';

/**
 * SHA-256 over tasks as their source gave them. A task counts with its id, its fields by name and, where they are known,
 * its contents; where it lies on disk does not count. The order of the tasks given is part of it, so sort them first.
 */
export function fingerprintTasks(tasks: readonly Task[]): string {
  const hash = sha256.create();
  const names = fieldNames(tasks);
  let lines: string[] = [];
  for (const task of tasks) {
    lines.push(taskLine(task, names));
    // In blocks, so that a large pool is never one string.
    if (lines.length === 1000) {
      hash.update(utf8ToBytes(lines.join('')));
      lines = [];
    }
  }
  hash.update(utf8ToBytes(lines.join('')));
  return bytesToHex(hash.digest());
}

const shortHashBytes = 6;

/** The first twelve hex digits of the SHA-256 of each task, by id: enough to tell which of a pool's tasks has changed. */
export function fingerprintEach(tasks: readonly Task[]): ReadonlyMap<string, string> {
  const names = fieldNames(tasks);
  return new Map(
    tasks.map((task) => [task.id, bytesToHex(sha256(utf8ToBytes(taskLine(task, names))).subarray(0, shortHashBytes))]),
  );
}

function taskLine(task: Task, names: readonly string[]): string {
  const known: Record<string, unknown> = { id: task.id };
  for (const name of names) {
    const value = task.fields[name];
    if (value !== undefined) known[name] = value;
  }
  return `${JSON.stringify(known)}${contentsText(task)}\n`;
}

/** Nothing for a task whose contents are not known, so that its hash is the one it always had. */
function contentsText({ contents }: Task): string {
  if (contents === undefined) return '';
  return JSON.stringify(Object.entries(contents).sort(([a], [b]) => compareText(a, b)));
}

function fieldNames(tasks: readonly Task[]): string[] {
  const names = new Set<string>();
  for (const task of tasks) for (const name in task.fields) names.add(name);
  return [...names].sort();
}
