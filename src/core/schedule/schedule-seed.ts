import type { Manifest } from '../manifest/manifest.js';

/** The seed of everything that is scheduled by chance: the plan's, or an empty one where it has none. */
export function scheduleSeed({ metadata: { random_seed: seed } }: Manifest): string {
  return seed === null ? '' : String(seed);
}
