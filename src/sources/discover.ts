import { basename, relative, sep } from 'node:path';
import { EngineError, PoolError } from '../core/model/errors.js';
import { isRecord, type UnknownRecord } from '../core/model/record.js';
import type { TaskContents } from '../core/model/task.js';
import { countOf, quotedWord, visibleText } from '../core/text/words.js';
import { type Dirent, lstatSync, realpathSync, statSync } from '../disk/file-access.js';
import { reasonOf } from '../disk/reason-of.js';
import { type FolderMet, walkFolder } from '../disk/walk-folder.js';
import { parseToml } from '../files/documents/parse-toml.js';
import { recordContents, sharedContents } from '../files/folder-contents.js';
import { UnpackedTooMuch } from '../files/packed/unpacked-budget.js';
import { type CsvKind, contentKind, packingOfFile, tableKind } from '../files/tables/content-kind.js';
import { type CsvFindings, csvNotes, isUnnamed, otherTextNote } from '../files/tables/csv-notes.js';
import { partitionsOf } from '../files/tables/partitions.js';
import { readTable, type TableRow } from '../files/tables/read-table.js';
import { readSafely } from '../files/task-folder.js';
import type { TaskFacts } from './facts/task-facts.js';
import { FolderCache } from './folder-cache.js';
import { idColumnsOf, idNames } from './formats/table.js';
import type { Format, RecordFormat } from './formats/task-format.js';
import { type Found, passedOver, readRecord } from './found.js';
import { type DiscoverOptions, readTaskFolder } from './read-task-folder.js';

// A task folder has about a dozen entries, and a pool may have hundreds of thousands of task folders.
export const mostEntries = 20_000_000;
/** The file extensions of tables. */
export const tableEndings = /\.(?:(?:json|jsonl|ndjson|csv|tsv|tab)(?:\.(?:gz|zst))?|parquet)$/i;

/**
 * Finds the tasks in a file or below a folder, in the order of their paths. The path itself may be a link; other links
 * are not followed. Folders inside a task are not searched, and nothing is executed.
 */
export async function* discover(
  path: string,
  formats: readonly Format[],
  options: DiscoverOptions = {},
): AsyncGenerator<Found> {
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch (cause) {
    yield { kind: 'problem', path, reason: reasonOf(cause) };
    return;
  }
  const [first] = formats;
  if (formats.length === 1 && first?.kind === 'record' && first.rows !== undefined) {
    yield* readOwnRows(path, first, options);
    return;
  }
  if (isFolder) yield* searchFolder(path, formats, { root: path, ...options });
  // Files found in a search are never links, but a named one may be.
  else {
    const file = lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
    if (/\.zip$/i.test(path)) yield* readArchive(file, formats, options);
    else yield* searchFile(file, formats, options, { named: true, inCode: false });
  }
}

/** The tasks in a format that reads files itself. */
async function* readOwnRows(path: string, format: RecordFormat, options: DiscoverOptions): AsyncGenerator<Found> {
  const notes: string[] = [];
  const contentsOfRow = recordContents();
  try {
    for await (const row of format.rows?.(path, (reason) => notes.push(reason)) ?? []) {
      const found = readRecord(row, path, [format]);
      if (found !== undefined) yield withContents(found, row, options, contentsOfRow);
    }
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    yield { kind: 'problem', path, reason: reasonOf(cause) };
    return;
  }
  for (const reason of notes) yield passedOver(path, reason);
}

/** The tasks in an archive of task folders. Loaded on demand, because few pools are packed. */
async function* readArchive(
  ...from: Parameters<typeof import('./zipped-tasks.js').readArchive>
): AsyncGenerator<Found> {
  yield* (await import('./zipped-tasks.js')).readArchive(...from);
}

async function* searchFolder(
  path: string,
  formats: readonly Format[],
  options: DiscoverOptions,
): AsyncGenerator<Found> {
  const holdsRecords = formats.some((format) => format.kind === 'record');
  // If one format is requested, code folders are searched for it too.
  const trees = formats.length > 1 ? new CodeTrees() : undefined;
  const contentsOf = sharedContents();
  const cache = options.cache === undefined ? undefined : new FolderCache(options.cache, path, formats);
  for (const met of walkFolder(path, { mostEntries, refuses: refusesTemplates })) {
    switch (met.kind) {
      case 'folder': {
        const refusal = trees?.refuses(met);
        if (refusal !== undefined) {
          yield passedOver(met.path, refusal);
          met.meetOnly([]);
          break;
        }
        const task = readTaskFolder(met, formats, options, cache, contentsOf);
        if (task !== undefined) yield task;
        // A folder that only looks like a task may contain tasks.
        if (task !== undefined && task.kind !== 'passed-over') met.meetOnly([]);
        break;
      }
      case 'file':
        if (/\.zip$/i.test(met.name)) yield* readArchive(met.path, formats, options);
        else if (archiveEndings.test(met.name)) yield passedOver(met.path, archiveReason);
        else if (holdsRecords && tableEndings.test(met.name)) {
          const inCode = trees?.holds(met.path) ?? false;
          yield* searchFile(met.path, formats, options, { named: false, inCode });
        } else if (holdsRecords && met.name === 'dataset.toml') {
          yield passedOver(met.path, 'a list of tasks; to read it, name the file itself');
        }
        break;
      case 'other':
        if (holdsRecords && tableEndings.test(met.name))
          yield { kind: 'problem', path: met.path, reason: 'not a regular file' };
        break;
      case 'unreadable':
      case 'too-many':
        yield { kind: 'problem', path: met.path, reason: met.reason };
        break;
      default:
        yield passedOver(met.path, met.reason);
    }
  }
  cache?.write();
}

/** The reason not to enter a folder, by its name. */
export function refusesTemplates(name: string): string | undefined {
  return /templates?$/i.test(name) ? 'a folder of templates' : undefined;
}

/** How a file was found. */
interface Meeting {
  /** Whether a person named it, so that its contents are meant to be tasks. */
  readonly named: boolean;
  readonly inCode: boolean;
}

async function* searchFile(
  path: string,
  formats: readonly Format[],
  options: DiscoverOptions,
  { named, inCode }: Meeting,
): AsyncGenerator<Found> {
  const known = formats.filter((format): format is RecordFormat => format.kind === 'record');
  const unfold = (document: unknown) => unfolded(document, known);
  const unknown = new UnknownRecords();
  let cells: CsvFindings | undefined;
  let [tasks, bare] = [0, 0];
  let isEmpty = true;
  try {
    const kind = named && taskListName.test(path) ? tableCalledList(path) : tableKind(path);
    const rows =
      kind === undefined
        ? named
          ? readTaskList(path, unfold)
          : undefined
        : readTable(path, kind, unfold, {
            onEnd: (findings) => {
              cells = findings;
              const { notUtf8 } = findings.lines;
              if (options.own !== undefined && notUtf8 > 0) options.own.encodingNote ??= otherTextNote(notUtf8);
            },
          });
    if (options.own !== undefined) options.own.hasSemicolons = kind?.kind === 'csv' && kind.delimiter === ';';
    if (rows === undefined) {
      yield passedOver(path, whyNoTable(path));
      return;
    }
    const other = named || kind === undefined ? undefined : await options.whyNoTasks?.(path);
    if (other !== undefined) {
      yield passedOver(path, other);
      return;
    }
    // Records of a file share a format, so the last one that matched is tried first.
    let order = known;
    const contentsOfRow = recordContents();
    const { root } = options;
    const ofFolders = Object.fromEntries(
      root === undefined || kind?.kind !== 'parquet' ? [] : partitionsOf(root, path),
    );
    const hasFolders = Object.keys(ofFolders).length > 0;
    for await (const read of rows) {
      isEmpty = false;
      const row = hasFolders && isRecord(read.data) ? { ...read, data: { ...ofFolders, ...read.data } } : read;
      const found = readRecord(row, path, order);
      if (found === undefined) unknown.add(row.data);
      else if (inCode && found.kind === 'task' && saysNothing(found.facts)) bare += 1;
      else yield withContents(found, row, options, contentsOfRow);
      if (found?.kind !== 'task') continue;
      tasks += 1;
      if (found.format !== order[0]) order = [found.format, ...known];
    }
    if (isEmpty && (kind?.kind === 'csv' || kind?.kind === 'parquet'))
      yield passedOver(path, 'the table has columns but no rows');
    if (unknown.count > 0) {
      const isTable =
        named || kind?.kind === 'csv' || kind?.kind === 'parquet' || (kind?.kind === 'json-lines' && !inCode);
      const note = cells === undefined || cells.lines.notUtf8 === 0 ? '' : `. ${otherTextNote(cells.lines.notUtf8)}`;
      yield passedOver(path, isTable ? `${unknown.reason()}${note}` : 'records in an unknown format');
    }
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    // The rows before it are not a pool either.
    if (cause instanceof UnpackedTooMuch) throw tooMuch(path, cause);
    // Settings of tools are often JSON with comments.
    if (inCode && cause instanceof SyntaxError) yield passedOver(path, 'not valid JSON (in a code folder)');
    else yield { kind: 'problem', path, reason: reasonOf(cause) };
    return;
  }
  if (bare > 0)
    yield passedOver(path, 'rows with ids but no task fields, in a code folder; to read them, name the file itself');
  if (cells !== undefined && tasks > 0)
    for (const reason of csvNotes(cells, options.own?.idColumn ?? options.idColumn?.column))
      yield passedOver(path, reason);
  if (cells?.lines.rowsInCell !== undefined && tasks > 0) {
    const { line, rows } = cells.lines.rowsInCell;
    const reason = `the ${rows} lines after this one look like rows, but they are inside a quoted cell that starts here`;
    yield { kind: 'problem', path, row: line, reason, code: 'pool/open-quote' };
  }
}

/** The kind of a CSV table whose file name is that of a list of ids. */
function tableCalledList(path: string): CsvKind | undefined {
  const kind = /\.toml$/i.test(path) ? undefined : contentKind(path);
  return kind?.kind === 'csv' ? kind : undefined;
}

/** A finding in a row, with the contents of a task if they are wanted. */
function withContents(
  found: Found,
  { number: row, data }: TableRow,
  options: DiscoverOptions,
  contentsOf: (record: UnknownRecord) => TaskContents,
): Found {
  if (options.contents !== true || found.kind !== 'task' || !isRecord(data)) return found;
  const { format, facts, path } = found;
  // Written out, because a spread gives every row its own hidden class.
  return { kind: 'task', format, facts, contents: contentsOf(data), path, row };
}

/** Whether a task has nothing but names. */
function saysNothing({ labels, numbers, lists = [], benchmark }: TaskFacts): boolean {
  return labels.length + numbers.length + lists.length === 0 && benchmark === undefined;
}

function tooMuch(file: string, cause: UnpackedTooMuch): PoolError {
  return new PoolError([{ code: 'pool/unpacked', message: `${cause.message}.`, place: { file } }], { cause });
}

function unfolded(document: unknown, formats: readonly RecordFormat[]): Iterable<unknown> | undefined {
  for (const format of formats) {
    const records = format.unfold?.(document);
    if (records !== undefined) return records;
  }
  return undefined;
}

/** Files that only the root of a code repository, or of a package in it, has. */
const signs: ReadonlySet<string> = new Set([
  'package.json',
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'CMakeLists.txt',
  'composer.json',
  'Gemfile',
]);
/** Whether an entry makes its folder a folder of code. */
export function isCodeSign(entry: Dirent): boolean {
  return signs.has(entry.name) && entry.isFile();
}

const testFolder = /^(?:tests?|__tests__|test[_-]?(?:data|resources|fixtures)|fixtures?)$/i;

/** Tracks which folders of a walk contain code. Files there are seldom meant as tasks. */
class CodeTrees {
  readonly #roots: string[] = [];

  /** Records a folder of the walk; returns the reason not to enter it, if there is one. */
  refuses({ path, entries }: FolderMet): string | undefined {
    if (this.holds(path) && testFolder.test(basename(path))) return 'a test folder in a code folder';
    if (entries.some(isCodeSign)) this.#roots.push(path);
    return undefined;
  }

  /** Whether a path is a folder of code or in one. */
  holds(path: string): boolean {
    return this.#roots.some((root) => {
      const below = relative(root, path);
      return below !== '..' && !below.startsWith(`..${sep}`);
    });
  }
}

/** The file extensions of archives. */
export const archiveEndings = /\.(?:zip|tar|tgz|7z|tar\.(?:gz|bz2|xz|zst))$/i;

const archiveReason = 'an archive; unpack it first';

/** The reason why a file can't be read as a table. */
function whyNoTable(path: string): string {
  if (/\.(?:xls[xmb]?|ods|numbers)$/i.test(path)) return 'a spreadsheet; save it as CSV';
  if (archiveEndings.test(path)) return archiveReason;
  switch (contentKind(path).kind) {
    case 'empty':
      return 'an empty file';
    case 'zip':
      return archiveReason;
    default:
      return 'the file contains neither JSON, CSV or Parquet records nor a list of ids (one per line)';
  }
}

const mostColumns = 30;

/** Counts records that no format recognises. */
class UnknownRecords {
  count = 0;
  #columns: readonly string[] = [];

  add(data: unknown): void {
    this.count += 1;
    if (this.#columns.length === 0 && isRecord(data)) this.#columns = Object.keys(data);
  }

  /** What is missing, the columns of the records, and the fix. */
  reason(): string {
    const shown = this.#columns.slice(0, mostColumns).map((name) => `"${visibleText(name, 60)}"`);
    const more = this.#columns.length - shown.length;
    const columns = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    if (idColumnsOf(Object.fromEntries(this.#columns.map((name) => [name, '']))).length > 0)
      return 'records in an unknown format';
    return `${countOf(this.count, 'record has', 'records have')} no ${idNames} column; the columns are ${columns}. ${this.#advice()}`;
  }

  #advice(): string {
    const [first = ''] = this.#columns;
    if (this.#columns.length === 1 && first.includes('|')) {
      return 'The cells seem to be separated by "|"; use commas, semicolons or tabs';
    }
    const likely = this.#columns.find((name) =>
      /(?:^|[^a-z])(?:ids?|key|ticket|issue|case|number|nr|no|#)(?:[^a-z]|$)/i.test(name),
    );
    const column = likely === undefined ? 'COLUMN' : visibleText(likely, 60);
    const naming = `To name the id column, use --id ${quotedWord(column)}, or in a plan columns: { id: ${likely === undefined ? column : JSON.stringify(column)} }`;
    const [unnamed, ...others] = this.#columns.filter((name) => isUnnamed(name));
    if (2 * (others.length + 1) > this.#columns.length && unnamed !== undefined)
      return 'If the header is on a later line, remove the lines above it';
    return unnamed === undefined ? naming : `${naming}; the unnamed column is called "${unnamed}"`;
  }
}

/** Files that list tasks but contain none; they are read only if a person names them. */
export const taskListName = /\.(?:txt|toml)$/i;

/**
 * The tasks in a list: those that `unfold` finds in a dataset.toml, or one per line of a text; undefined if the file is
 * neither. Empty lines and lines that begin with "# " are skipped.
 * @throws Error if it can't be read.
 */
function readTaskList(
  file: string,
  unfold: (document: unknown) => Iterable<unknown> | undefined,
): readonly TableRow[] | undefined {
  // A packed file that isn't a table is no list either.
  if (packingOfFile(file) !== undefined) return undefined;
  const text = readSafely(file).replace(/^\ufeff/, '');
  if (/\.toml$/i.test(file)) {
    const records = unfold(parseToml(text));
    return records === undefined ? undefined : [...records].map((data, i) => ({ number: i + 1, data }));
  }
  const lines = text.split(/\r?\n/).map((line, i) => ({ number: i + 1, text: line.trim() }));
  const ids = lines.filter((line) => line.text !== '' && !line.text.startsWith('# '));
  return ids.length > 0 && ids.every((line) => isId(line.text))
    ? ids.map(({ number, text: id }) => ({ number, data: { id } }))
    : undefined;
}

/** Neither prose nor markup. */
function isId(text: string): boolean {
  return text.length <= 500 && /^[^\s\p{Cc}<][^\s\p{Cc}]*$/u.test(text);
}
