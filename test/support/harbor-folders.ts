import type { TaskFacts, TaskFinding } from '../../src/sources/facts/task-facts.js';
import { harbor } from '../../src/sources/formats/harbor.js';
import { folderWith } from './folder-with.js';
import { temporaryFolder } from './temporary-folder.js';

/** A patch of one file: two lines added, one removed. */
export const patch = [
  'diff --git a/app/one.go b/app/one.go',
  '--- a/app/one.go',
  '+++ b/app/one.go',
  '@@ -1,2 +1,3 @@',
  ' package app',
  '-var a = 1',
  '+var a = 2',
  '+var b = 3',
  '',
].join('\n');

/** What Harbor's format makes of a folder with these files. */
export function read(name: string, files: Record<string, string | Buffer>): TaskFinding {
  return harbor.read(folderWith(temporaryFolder(), name, files));
}

/** The task in a folder with these files. */
export function task(name: string, files: Record<string, string | Buffer>): TaskFacts {
  const reading = read(name, files);
  if (!('id' in reading)) throw new Error(`expected a task, found ${JSON.stringify(reading)}`);
  return reading;
}

/** The first reading of each number, without the length of the instruction. */
export function numbers(facts: TaskFacts): Record<string, number> {
  const entries = facts.numbers.filter(({ field }) => field !== 'instruction_chars').toReversed();
  return Object.fromEntries(entries.map(({ field, value }) => [field, value]));
}
