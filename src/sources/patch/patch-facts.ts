/** What a patch does to one file; `mode` is a change of permissions and nothing else. */
export type PatchChange = 'added' | 'deleted' | 'modified' | 'renamed' | 'copied' | 'mode';

/** One file section of a patch. */
export interface PatchFile {
  /** The path after the change; of a deleted file, the path before it. */
  readonly path: string;
  /** The path before the change, where it differs. */
  readonly oldPath?: string;
  readonly change: PatchChange;
  readonly binary: boolean;
  readonly additions: number;
  readonly deletions: number;
  /** How many hunks the section has. */
  readonly hunks: number;
}

/** What a patch says, read without applying it. */
export interface PatchFacts {
  /** The sections in the order of the patch; a series of patches may hold one path twice. */
  readonly files: readonly PatchFile[];
  /** How many different paths the sections have. */
  readonly filesChanged: number;
  readonly additions: number;
  readonly deletions: number;
  /** What could not be read as written, each with its line number. */
  readonly faults: readonly string[];
}
