import { posix, relative, sep } from 'node:path';
import type { PathInspection, ProblemList, ReasonList } from '../core/contracts/inspect-document.js';
import { at, groupBy } from '../core/lists/lists.js';
import { PoolError } from '../core/model/errors.js';
import { compareText, countOf, formatCount } from '../core/text/words.js';
import { assertAllowed, existsSync, readdirSync } from '../disk/file-access.js';
import { similarName } from '../disk/reason-of.js';

/** @throws PoolError with every missing path, AccessError for paths that may not be read. */
export function refuseMissing(paths: readonly string[]): void {
  assertAllowed(paths);
  const hint = 'Check the path; relative paths start at the current folder.';
  const faults = paths
    .filter((path) => !existsSync(path))
    .map((file) => {
      const message = `there is no such file or folder${similarName(file)}.`;
      return { code: 'pool/not-found', message, place: { file }, hint };
    });
  if (faults.length > 0) throw new PoolError(faults);
}

const mostReasons = 3;

/** The error for paths without tasks: findings that explain why, and the known formats. */
export function nothingFound(
  places: readonly Pick<PathInspection, 'path' | 'problems' | 'passedOver'>[],
  formats: readonly { readonly name: string }[],
  note?: string,
): PoolError {
  return new PoolError(
    places.map(({ path, problems, passedOver }) => {
      const [problem] = problemLines(problems);
      const passed = passedOver.reasons.slice(0, mostReasons);
      const met = [
        ...(problem === undefined
          ? []
          : [`Could not read ${problem}${problems.total > 1 ? ` (and ${formatCount(problems.total - 1)} more)` : ''}`]),
        ...reasonLines({ ...passedOver, reasons: passed }).map((line) => `Skipped ${line}`),
      ];
      const [only] = passed;
      const isOwn = problem === undefined && passed.length === 1 && only?.example === path;
      const found = met.length === 0 ? ', because there are no tables or task folders here' : `. ${met.join('. ')}`;
      return {
        code: 'pool/nothing-found',
        message: `no tasks found${isOwn ? `: ${only.reason}` : found}.`,
        place: { file: path },
        hint: `${note === undefined ? '' : `${note} `}Give a folder of tasks, or a table with an id, task_id or instance_id column (for another column, use --id COLUMN). docs/reference/formats.md lists the ${formats.length} known formats.`,
      };
    }),
  );
}

/** Problems, one per line; those in one folder or file with the same cause share a line. */
export function problemLines({ listed, total }: ProblemList): readonly string[] {
  const groups = groupBy(listed, ({ path, row, reason }) =>
    JSON.stringify([row === undefined ? posix.dirname(path) : path, reason.slice(reason.lastIndexOf(': ') + 1)]),
  );
  const lines = [...groups.values()].map((alike) => {
    const { path, row, reason } = at(alike, 0);
    if (alike.length === 1) return `${placeText({ path, ...(row === undefined ? {} : { row }) })}: ${reason}`;
    const [where, example, noun] =
      row === undefined ? [posix.dirname(path), posix.basename(path), 'file'] : [path, `row ${row}`, 'row'];
    return `${where}: ${countOf(alike.length, noun)}, such as ${example}: ${reason}`;
  });
  return total === listed.length ? lines : [...lines, `and ${formatCount(total - listed.length)} more`];
}

/** Reasons, one per line, each with the first place where it applies and the number of other places. */
export function reasonLines({ reasons }: ReasonList): readonly string[] {
  return reasons.map(
    ({ reason, count, example }) => `${example}${count === 1 ? '' : ` and ${countOf(count - 1, 'other')}`}: ${reason}`,
  );
}

/** A place in a file: `folder/file.jsonl:12`. */
export function placeText({ path, row }: { readonly path: string; readonly row?: number }): string {
  return row === undefined ? withSlashes(path) : `${withSlashes(path)}:${row}`;
}

/** A path with slashes, the same on every machine. */
export function withSlashes(path: string): string {
  return path.split(sep).join('/');
}

/** The progress of reading. */
export interface Progress {
  /** Tasks and everything else found so far. */
  readonly found: number;
  /** The share of the work done, in [0, 1], estimated from the names at the top of a folder; unknown for a single file. */
  readonly share: number | undefined;
}

const every = 100;

/** Reports progress now and then while paths are read. */
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
