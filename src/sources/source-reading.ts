import type { Found } from './found.js';

/** What a source gave for one benchmark. */
export interface SourceReading {
  readonly found: readonly Found[];
  /** What paths are shown relative to; a path outside it is shown as it is. */
  readonly base: string;
  /** For a field, the place whose label is believed. */
  readonly trust: ReadonlyMap<string, string>;
  /** Whether the tasks lie in folders below `base`, whose paths are then their `task_dir`. */
  readonly inFolders: boolean;
}
