import { relative, sep } from 'node:path';
import { compareText } from '../core/text/compare-text.js';
import { readdirSync } from '../disk/file-access.js';

/** How far the reading has come. */
export interface Progress {
  /** Tasks, and whatever else was met on the way. */
  readonly found: number;
  /** The share of the work that is done, in [0, 1], as far as the names at the top of a folder tell it; unknown in one file. */
  readonly share: number | undefined;
}

const every = 100;

/** Tells now and then how far the reading has come. */
export class ProgressTeller {
  readonly #tell: ((progress: Progress) => void) | undefined;
  readonly #places: number;
  #place = -1;
  #path = '';
  #names: readonly string[] = [];
  #found = 0;

  constructor(places: number, tell: ((progress: Progress) => void) | undefined) {
    this.#tell = tell;
    this.#places = places;
  }

  /** The next place begins. */
  enter(path: string): void {
    this.#place += 1;
    this.#path = path;
    this.#names = this.#tell === undefined ? [] : namesIn(path);
  }

  /** Something was found. */
  readonly found = (path: string): void => {
    this.#found += 1;
    if (this.#tell === undefined || this.#found % every !== 0) return;
    this.#tell({ found: this.#found, share: this.#share(path) });
  };

  #share(path: string): number | undefined {
    if (this.#names.length === 0 && this.#places === 1) return undefined;
    const [first = ''] = relative(this.#path, path).split(sep);
    const within = this.#names.length === 0 ? 0 : Math.max(0, this.#names.indexOf(first)) / this.#names.length;
    return Math.min(1, (this.#place + within) / this.#places);
  }
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path).sort(compareText);
  } catch {
    // A file, or a folder that will be reported as unreadable.
    return [];
  }
}
