import { join } from 'node:path';
import { compareText } from '../core/text/words.js';
import { type Dirent, readdirSync } from './file-access.js';
import { reasonOf } from './reason-of.js';

/** The maximum depth of a search. */
export const deepestFolder = 12;

const leftAlone = new Set(['node_modules', '.git', '__pycache__']);

/** Limits of a walk. */
export interface WalkOptions {
  /** More files and folders than this end it. */
  readonly mostEntries: number;
  /** Why a folder is not entered, by its name; undefined: it is. */
  readonly refuses?: (name: string) => string | undefined;
}

/** A folder that is entered. Its entries come next, by name, unless fewer are requested. */
export interface FolderMet {
  readonly kind: 'folder';
  readonly path: string;
  /** 0 for the folder that the walk starts in. */
  readonly depth: number;
  readonly entries: readonly Dirent[];
  /** Visits only these entries. */
  meetOnly(entries: readonly Dirent[]): void;
}

/** An entry of a folder, or why a part is not entered. */
export type Met =
  | FolderMet
  | {
      /** `other`: a pipe, a socket, a device. `unreadable` and `refused` say why; `too-many` is the folder of the start. */
      readonly kind: 'file' | 'link' | 'other' | 'too-deep' | 'refused' | 'unreadable' | 'too-many';
      readonly path: string;
      readonly name: string;
      /** The depth of its folder. */
      readonly depth: number;
      readonly reason: string;
    };

/** Walks a folder, each folder before its entries; reports links, skips folders of tools, limits depth and number. */
export function* walkFolder(start: string, options: WalkOptions): Generator<Met> {
  let seen = 0;
  yield* enter(start, '', 0);

  /** Whether the walk may continue. */
  function* enter(path: string, name: string, depth: number): Generator<Met, boolean> {
    let entries: readonly Dirent[];
    try {
      entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => compareText(a.name, b.name));
    } catch (cause) {
      yield { kind: 'unreadable', path, name, depth, reason: reasonOf(cause) };
      return true;
    }
    seen += entries.length;
    if (seen > options.mostEntries) {
      const reason = `the folder has more than ${options.mostEntries} files and folders`;
      yield { kind: 'too-many', path: start, name, depth, reason };
      return false;
    }
    let ahead = entries;
    yield {
      kind: 'folder',
      path,
      depth,
      entries,
      meetOnly: (some) => {
        ahead = some;
      },
    };
    for (const entry of ahead) if (!(yield* meet(entry, path, depth))) return false;
    return true;
  }

  function* meet(entry: Dirent, folder: string, depth: number): Generator<Met, boolean> {
    const { name } = entry;
    const met = { path: join(folder, name), name, depth, reason: '' };
    if (entry.isSymbolicLink()) yield { ...met, kind: 'link', reason: 'a link; Winnow does not follow links' };
    else if (!entry.isDirectory()) yield { ...met, kind: entry.isFile() ? 'file' : 'other' };
    else if (!leftAlone.has(name)) {
      const reason = options.refuses?.(name);
      if (reason !== undefined) yield { ...met, kind: 'refused', reason };
      else if (depth < deepestFolder) return yield* enter(met.path, name, depth + 1);
      else yield { ...met, kind: 'too-deep', reason: `nested more than ${deepestFolder} folders deep` };
    }
    return true;
  }
}
