import type { Task } from '../model/task.js';
import { compareText } from '../text/compare-text.js';

/** More columns than this are no table's; what is beyond is found by the tasks' own hashes. */
const mostNames = 200;

/**
 * For each column or file of the tasks, by name, sixteen hex digits that change when one task's content of it does,
 * whatever the order of the tasks. They say where a change is, and are no proof that there is none: the SHA-256 over the
 * tasks is. Empty for tasks whose contents are not known.
 */
export function fingerprintFields(tasks: readonly Task[]): ReadonlyMap<string, string> {
  const sums = new Map<string, Uint32Array>();
  for (const { id, contents } of tasks) {
    if (contents === undefined) continue;
    const start = mixed(`${id}\0`, firstState);
    for (const name in contents) {
      const sum = sums.get(name) ?? new Uint32Array(2);
      const [high, low] = finished(mixed(contents[name] ?? '', start));
      // Sums of whole numbers of 32 bits, which wrap round.
      sum.set([(sum[0] ?? 0) + high, (sum[1] ?? 0) + low]);
      sums.set(name, sum);
    }
  }
  return new Map(
    [...sums]
      .sort(([a], [b]) => compareText(a, b))
      .slice(0, mostNames)
      .map(([name, words]) => [name, [...words].map((word) => word.toString(16).padStart(8, '0')).join('')]),
  );
}

type State = readonly [number, number];

const firstState: State = [0xdeadbeef, 0x41c6ce57];

/** Two multiplicative hashes of 32 bits side by side (cyrb53 by bryc, public domain). */
function mixed(text: string, [first, second]: State): State {
  let [a, b] = [first, second];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return [a, b];
}

function finished([first, second]: State): State {
  const a = Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909);
  const b = Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [b >>> 0, a >>> 0];
}
