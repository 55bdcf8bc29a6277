import type { TaskContents } from '../model/task.js';

/** More columns than this are no table's; a change in one that is beyond is found by the hash of its task. */
const mostNames = 200;
const lineFeed = 10;

/**
 * For each column or file of tasks a checksum that changes when one task's mark of it does, whatever the order of the
 * tasks. It tells where a change is, and is no proof that there is none: the SHA-256 over the tasks is.
 */
export class FieldSums {
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

  /**
   * The sums by name, in code-unit order, each as sixteen hex digits.
   *
   * @param commonFirst Whether the names that most tasks have come first when there are too many: every task may have
   * files of its own, and all have those that matter.
   */
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
