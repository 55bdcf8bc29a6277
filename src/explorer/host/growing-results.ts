import { createHash } from 'node:crypto';
import { WinnowError } from '../../core/model/errors.js';
import { lstatSync, statSync } from '../../disk/file-access.js';
import { walkFolder } from '../../disk/walk-folder.js';
import type { ExplorerData, NewResults } from '../explorer-data.js';
import { type ExplorerOptions, type LoadedExplorer, resultsOf } from './explorer-data-of.js';

/** A folder of more entries is not watched beyond them; a reload reads it whole. */
const mostEntries = 20_000;

/** Results that may come in while a page is open: whether there are later ones, by the sizes and times of the files, and what they are. */
export class GrowingResults {
  readonly #options: ExplorerOptions;
  #shown: { readonly plan: LoadedExplorer['plan']; readonly pools: ExplorerData['pools'] } | undefined;

  constructor(options: ExplorerOptions) {
    this.#options = options;
  }

  /** What a page is made from, with the stamp of its results, where it has any. */
  stamped(loaded: LoadedExplorer): LoadedExplorer {
    this.#shown = { plan: loaded.plan, pools: loaded.data.pools };
    if (loaded.data.results === undefined) return loaded;
    return { ...loaded, data: { ...loaded.data, resultsStamp: this.#stamp() } };
  }

  /** Whether a page that knows this stamp knows all there is. */
  isSince(stamp: string | null): boolean {
    return this.#options.results === undefined || stamp === this.#stamp();
  }

  /** The results as they are now. The stamp is taken first: what comes in meanwhile is told the next time. */
  async read(): Promise<NewResults> {
    const stamp = this.#stamp();
    try {
      const results = await resultsOf(this.#options, this.#shown);
      return results === undefined ? { stamp, problem: 'No results are named.' } : { stamp, results };
    } catch (error) {
      // A line may be half written.
      if (error instanceof WinnowError) return { stamp, problem: error.message };
      throw error;
    }
  }

  #stamp(): string {
    const hash = createHash('sha256');
    const { results = [], systems } = this.#options;
    for (const path of [...results, ...(systems?.keys() ?? [])]) {
      for (const words of standing(path)) hash.update(`${words}\n`);
    }
    return hash.digest('hex').slice(0, 16);
  }
}

/** What tells a file, or every file of a folder, from what it was before. */
function* standing(path: string): Generator<string> {
  const { isFolder, words } = standingOf(path, statSync);
  yield `${path} ${words}`;
  if (!isFolder) return;
  for (const met of walkFolder(path, { mostEntries })) {
    if (met.kind === 'file') yield `${met.path} ${standingOf(met.path, lstatSync).words}`;
  }
}

function standingOf(path: string, look: typeof statSync) {
  try {
    const stats = look(path);
    return { isFolder: stats.isDirectory(), words: `${stats.size} ${stats.mtimeMs}` };
  } catch {
    return { isFolder: false, words: 'gone' };
  }
}
