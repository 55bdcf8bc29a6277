import type { LabelColumns } from '../state/pool-columns.js';

const known = new WeakMap<LabelColumns, readonly [Float32Array, Float32Array]>();

/** For every task a number from 0 to 1 that its name gives: where it lies in a band, the same on every machine. */
export function scatterOf(labels: LabelColumns, count: number, way: 'across' | 'up' = 'across'): Float32Array {
  const found = known.get(labels) ?? scatters(labels, count);
  known.set(labels, found);
  return found[way === 'across' ? 0 : 1];
}

function scatters(labels: LabelColumns, count: number): readonly [Float32Array, Float32Array] {
  const [across, up] = [new Float32Array(count), new Float32Array(count)];
  for (let row = 0; row < count; row++) {
    const { benchmark, id } = labels.givenAt(row);
    const hash = hashOf(id, hashOf(benchmark, 0x811c9dc5));
    across[row] = (hash >>> 16) / 0x10000;
    up[row] = (hash & 0xffff) / 0x10000;
  }
  return [across, up];
}

/** FNV-1a, with a last stir so that names that differ at their end lie apart. */
function hashOf(text: string, from: number): number {
  let hash = from;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
