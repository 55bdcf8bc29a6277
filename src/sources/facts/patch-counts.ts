import type { PatchFile } from '../patch/patch-facts.js';
import { readPatch } from '../patch/read-patch.js';
import type { NumberFact } from './task-facts.js';

/** What a patch says of a task. */
export interface PatchCounts {
  /** Files and lines changed, counted. */
  readonly numbers: readonly NumberFact[];
  /** What is wrong with the patch. */
  readonly remarks: readonly string[];
  readonly files: readonly PatchFile[];
}

/** Files and lines changed, counted from a patch. */
export function patchCounts(patch: unknown): PatchCounts {
  if (typeof patch !== 'string' || patch.trim() === '') return { numbers: [], remarks: ['it has no patch'], files: [] };
  const { files, filesChanged, additions, deletions, faults } = readPatch(patch);
  if (filesChanged === 0) return { numbers: [], remarks: ['its patch names no file'], files };
  const numbers = [
    { field: 'files_changed', value: filesChanged, measured: true },
    { field: 'additions', value: additions, measured: true },
    { field: 'deletions', value: deletions, measured: true },
  ];
  const [first] = faults;
  return { numbers, remarks: first === undefined ? [] : [`its patch is damaged: ${first}`], files };
}
