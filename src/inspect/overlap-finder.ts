import { dirname, relative, sep } from 'node:path';
import { foldedId } from '../core/text/nearest-name.js';
import type { FoundTask } from '../sources/found.js';
import { HashSet } from './hash-set.js';
import type { FormatInspection } from './inspection.js';

/** Tasks that two sources have in one path. */
export interface Overlap {
  readonly sources: readonly [string, string];
  readonly tasks: number;
  readonly example: string;
}

interface Pair {
  readonly sources: readonly [string, string];
  readonly seen: HashSet;
  tasks: number;
  readonly example: string;
}

/**
 * Finds tasks that two sources of one path have by the same name: a folder and a row beside it. Two folders directly
 * below the path are two benchmarks, whose names do not meet; what lies in the path itself may belong to any of them.
 */
export class OverlapFinder {
  readonly #names = new Map<string, HashSet>();
  readonly #pairs = new Map<string, Pair>();
  /** Tasks that a source before theirs has as well. */
  repeated = 0;

  /** A task of a source, found below a path. */
  add(source: string, place: string, { path, facts }: FoundTask): void {
    const home = relative(place, dirname(path));
    const [folder = ''] = home.split(sep);
    const names = [...new Set([facts.id, ...facts.aliases].map(foldedId))];
    let isRepeated = false;
    for (const [other, known] of this.#names) {
      if (other === source) continue;
      const name = names.find((each) =>
        folder === '' ? known.has(keyOf('*', each)) : known.has(keyOf(folder, each)) || known.has(keyOf('', each)),
      );
      if (name === undefined) continue;
      isRepeated = true;
      this.#note(other, source, name, facts.id);
    }
    if (isRepeated) this.repeated += 1;
    const own = this.#names.get(source) ?? new HashSet();
    this.#names.set(source, own);
    for (const name of names) {
      own.add(keyOf(folder, name));
      own.add(keyOf('*', name));
    }
  }

  result(): readonly Overlap[] {
    return [...this.#pairs.values()].map(({ sources, tasks, example }) => ({ sources, tasks, example }));
  }

  #note(first: string, second: string, name: string, example: string): void {
    const sources = [first, second].sort() as [string, string];
    const key = sources.join('\0');
    const pair: Pair = this.#pairs.get(key) ?? { sources, seen: new HashSet(), tasks: 0, example };
    this.#pairs.set(key, pair);
    if (!pair.seen.add(name)) pair.tasks += 1;
  }
}

function keyOf(folder: string, name: string): string {
  return `${folder}\0${name}`;
}

/** How many standard fields are known of a task, on average, to one decimal: of two sources the one with more is kept. */
export function fieldsKnown({ features, tasks }: FormatInspection): number {
  const known = features.reduce((sum, { measured, declared }) => sum + measured + declared, 0);
  return tasks === 0 ? 0 : Math.round((known / tasks) * 10) / 10;
}
