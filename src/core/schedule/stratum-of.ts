import type { Manifest } from '../manifest/manifest.js';

/** The stratum a selected task was drawn from; one that was ranked counts under its benchmark and group. */
export function stratumOf({ design, benchmark, group }: Manifest['tasks'][number]): string {
  if (design !== null) return design.stratum;
  return group.by === null ? benchmark : `${benchmark}/${group.value ?? '(unknown)'}`;
}
