import { EngineError, PoolError } from '../core/model/errors.js';
import { isRecord } from '../core/model/record.js';
import type { TaskContents } from '../core/model/task.js';
import { lstatSync, realpathSync, statSync } from '../disk/file-access.js';
import { reasonOf } from '../disk/reason-of.js';
import { walkFolder } from '../disk/walk-folder.js';
import { recordContents } from '../files/contents.js';
import { UnpackedTooMuch } from '../files/packed/packing.js';
import { type CsvKind, contentKind, tableKind } from '../files/tables/content-kind.js';
import { type CsvFindings, csvNotes } from '../files/tables/csv-notes.js';
import { readTable } from '../files/tables/read-table.js';
import { CodeTrees } from './code-trees.js';
import { readTaskList, taskListName } from './documents/read-task-list.js';
import type { TaskFacts } from './facts/task-facts.js';
import { FolderCache } from './folder-cache.js';
import type { Format, RecordFormat } from './formats/task-format.js';
import type { Found, FoundTask } from './found.js';
import { readRecord } from './read-record.js';
import { type DiscoverOptions, readArchive, readTaskFolder } from './read-task-folder.js';
import { archiveEndings, archiveReason, UnknownRecords, whyNoTable } from './table-notes.js';

// A task folder holds a dozen entries, and a pool may have hundreds of thousands of them.
const mostEntries = 20_000_000;
const tableEndings = /\.(?:(?:json|jsonl|ndjson|csv|tsv|tab)(?:\.(?:gz|zst))?|parquet)$/i;

/**
 * Finds the tasks in a file or below a folder, in the order of the paths. The path itself may be a link, as a person named it. A folder that is a task is not searched further;
 * links are not followed; nothing that is found is run.
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
  if (isFolder) yield* searchFolder(path, formats, options);
  // Files that are found are never links; this one was named, and may be.
  else {
    const file = lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
    if (/\.zip$/i.test(path)) yield* readArchive(file, formats, options);
    else yield* searchFile(file, formats, options, { named: true, inCode: false });
  }
}

/** The tasks of a format that reads paths in its own way. */
async function* readOwnRows(path: string, format: RecordFormat, options: DiscoverOptions): AsyncGenerator<Found> {
  const notes: string[] = [];
  const contentsOfRow = recordContents();
  try {
    for await (const row of format.rows?.(path, (reason) => notes.push(reason)) ?? []) {
      const found = readRecord(row, path, [format]);
      if (found?.kind === 'task' && options.contents === true && isRecord(row.data))
        yield foundTask(found, row.number, contentsOfRow(row.data));
      else if (found !== undefined) yield found;
    }
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    yield { kind: 'problem', path, reason: reasonOf(cause) };
    return;
  }
  for (const reason of notes) yield { kind: 'passed-over', path, reason };
}

async function* searchFolder(
  path: string,
  formats: readonly Format[],
  options: DiscoverOptions,
): AsyncGenerator<Found> {
  const holdsRecords = formats.some((format) => format.kind === 'record');
  // A format that is asked for is looked for everywhere.
  const trees = formats.length > 1 ? new CodeTrees() : undefined;
  const cache = options.cache === undefined ? undefined : new FolderCache(options.cache, path, formats);
  for (const met of walkFolder(path, { mostEntries, refuses: refusesTemplates })) {
    switch (met.kind) {
      case 'folder': {
        const refusal = trees?.refuses(met);
        if (refusal !== undefined) {
          yield { kind: 'passed-over', path: met.path, reason: refusal };
          met.meetOnly([]);
          break;
        }
        const task = readTaskFolder(met, formats, options, cache);
        if (task !== undefined) yield task;
        // Something that only looks like a task may still hold some.
        if (task !== undefined && task.kind !== 'passed-over') met.meetOnly([]);
        break;
      }
      case 'file':
        if (/\.zip$/i.test(met.name)) yield* readArchive(met.path, formats, options);
        else if (archiveEndings.test(met.name)) yield { kind: 'passed-over', path: met.path, reason: archiveReason };
        else if (holdsRecords && tableEndings.test(met.name)) {
          const inCode = trees?.holds(met.path) ?? false;
          yield* searchFile(met.path, formats, options, { named: false, inCode });
        } else if (holdsRecords && met.name === 'dataset.toml') {
          yield { kind: 'passed-over', path: met.path, reason: 'a list of tasks; name the file itself to read it' };
        }
        break;
      case 'other':
        if (holdsRecords && tableEndings.test(met.name))
          yield { kind: 'problem', path: met.path, reason: 'it is not a regular file' };
        break;
      case 'unreadable':
      case 'too-many':
        yield { kind: 'problem', path: met.path, reason: met.reason };
        break;
      default:
        yield { kind: 'passed-over', path: met.path, reason: met.reason };
    }
  }
  cache?.write();
}

function refusesTemplates(name: string): string | undefined {
  return /templates?$/i.test(name) ? 'a folder of templates' : undefined;
}

/** Where a file was met. */
interface Meeting {
  /** A person named it, so that what it holds was meant. */
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
  try {
    const kind = named && taskListName.test(path) ? tableCalledList(path) : tableKind(path);
    const rows =
      kind === undefined
        ? named
          ? readTaskList(path, unfold)
          : undefined
        : readTable(path, kind, unfold, (findings) => {
            cells = findings;
          });
    if (rows === undefined) {
      yield { kind: 'passed-over', path, reason: whyNoTable(path) };
      return;
    }
    const other = named || kind === undefined ? undefined : await options.whyNoTasks?.(path);
    if (other !== undefined) {
      yield { kind: 'passed-over', path, reason: other };
      return;
    }
    // Records of one file are of one format, so the one that knew the last is asked first.
    let order = known;
    const contentsOfRow = recordContents();
    for await (const row of rows) {
      const found = readRecord(row, path, order);
      if (found === undefined) unknown.add(row.data);
      else if (inCode && found.kind === 'task' && saysNothing(found.facts)) bare += 1;
      else if (options.contents === true && found.kind === 'task' && isRecord(row.data))
        yield foundTask(found, row.number, contentsOfRow(row.data));
      else yield found;
      if (found?.kind !== 'task') continue;
      tasks += 1;
      if (found.format !== order[0]) order = [found.format, ...known];
    }
    if (unknown.count > 0) {
      const isTable =
        named || kind?.kind === 'csv' || kind?.kind === 'parquet' || (kind?.kind === 'json-lines' && !inCode);
      yield { kind: 'passed-over', path, reason: isTable ? unknown.reason() : 'its records are of no known format' };
    }
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    // What came before it is no pool either.
    if (cause instanceof UnpackedTooMuch) throw tooMuch(path, cause);
    // Settings of tools are often JSON with comments.
    if (inCode && cause instanceof SyntaxError)
      yield { kind: 'passed-over', path, reason: 'it is not valid JSON, in a folder of code' };
    else yield { kind: 'problem', path, reason: reasonOf(cause) };
    return;
  }
  if (bare > 0)
    yield {
      kind: 'passed-over',
      path,
      reason: 'it has ids and no field of a task, in a folder of code; name the file itself to read it',
    };
  if (cells !== undefined && tasks > 0)
    for (const reason of csvNotes(cells, options.own?.idColumn ?? options.idColumn?.column))
      yield { kind: 'passed-over', path, reason };
}

/** A file that is called as lists of ids are, and has columns. */
function tableCalledList(path: string): CsvKind | undefined {
  const kind = /\.toml$/i.test(path) ? undefined : contentKind(path);
  return kind?.kind === 'csv' ? kind : undefined;
}

/** A task of a table with its contents; written out, because a spread gives every row a hidden class of its own. */
function foundTask({ format, facts, path }: FoundTask, row: number, contents: TaskContents): FoundTask {
  return { kind: 'task', format, facts, contents, path, row };
}

/** Whether nothing but names is known of a task. */
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
