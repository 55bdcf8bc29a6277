import type { Manifest } from './manifest.js';

/** Whether a manifest names every task of its pools: of a large one it names the selected tasks alone. */
export function namesPool({ benchmarks }: Pick<Manifest, 'benchmarks'>): boolean {
  return benchmarks.every(({ fingerprint }) => fingerprint === undefined);
}
