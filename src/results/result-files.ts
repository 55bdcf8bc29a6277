import { join } from 'node:path';
import { isRecord } from '../core/model/record.js';
import { compareText, countOf } from '../core/text/words.js';
import { realpathSync } from '../disk/file-access.js';
import { firstBytes } from '../disk/open-regular.js';
import { deepestFolder, type FolderMet, walkFolder } from '../disk/walk-folder.js';
import type { ReadingNotes } from './content/reading-notes.js';
import { documentAt } from './content/values.js';
import type { ResultFormat, WholeFolder } from './formats/result-format.js';
import { resultFormats } from './formats/result-formats.js';

const mostEntries = 1_000_000;
const tableName = /\.(?:(?:jsonl|ndjson|csv|tsv)(?:\.(?:gz|zst))?|parquet|json\.(?:gz|zst))$/i;
/** Files under any name are results down to this depth of folders; deeper ones may be written by agents. */
const deepest = { json: 1, table: 0 };

const searches = resultFormats.flatMap(({ search }) => search ?? []);
const bystanders = new Set(searches.flatMap((search) => search.bystanders ?? []));
const wholeFolders = resultFormats.flatMap(wholeFoldersOf);

function wholeFoldersOf({ search = {}, isDocument }: ResultFormat): readonly WholeFolder[] {
  const { wholeFolder: file, wholeFolders = [] } = search;
  const isWhole: WholeFolder['isWhole'] = (document) => {
    const data = document();
    return isRecord(data) && isDocument?.(data) === true;
  };
  return file === undefined ? wholeFolders : [{ file, isWhole }, ...wholeFolders];
}

/** A file that may have results. */
export interface FoundFile {
  readonly path: string;
  /** Whether its name and depth make results unlikely. Such a file must name a wanted task. */
  readonly isDeep: boolean;
}

/** The files below a folder that may contain results. The folder of a single trial isn't searched, because the agent wrote its files. */
export function resultFiles(folder: string, notes: ReadingNotes): readonly FoundFile[] {
  const found: FoundFile[] = [];
  let links = 0;
  for (const met of walkFolder(folder, { mostEntries })) {
    const { kind, path: file } = met;
    if (kind === 'folder') {
      links += met.entries.filter((entry) => entry.isSymbolicLink()).length;
      const only = enterFolder(met);
      if (only !== undefined) found.push({ path: join(file, only), isDeep: false });
    } else if (kind === 'file') {
      const likely = likelihood(met.name, met.depth);
      if (likely !== undefined) found.push({ path: file, isDeep: likely === 'deep' });
    } else if (kind === 'unreadable') {
      notes.fault('outcomes/unreadable', `the folder cannot be read: ${met.reason}.`, { place: { file } });
    } else if (kind === 'too-many') {
      const hint = 'Give only the folders that contain results.';
      notes.fault('outcomes/too-many-files', `${met.reason}.`, { place: { file }, hint });
    } else if (kind === 'too-deep') {
      const message = (n: number) => `Skipped ${countOf(n, 'folder')} nested more than ${deepestFolder} levels deep.`;
      notes.warn('outcomes/too-deep', message, { file });
    }
  }
  if (links > 0)
    notes.warn(
      'outcomes/links',
      (n) => `Skipped ${countOf(n, 'symbolic link')}. Winnow does not follow links inside folders.`,
      { file: folder, count: links },
    );
  return found.sort((a, b) => compareText(a.path, b.path));
}

/** Whether a file has a usual name for results, so that failing to read it is an error. */
export function isCalledResults(name: string): boolean {
  return searches.some(({ called }) => called?.test(name) === true);
}

/** Whether a file has the name of a table: CSV, TSV, JSON lines or Parquet. */
export function isCalledTable(name: string): boolean {
  return tableName.test(name);
}

/** The file that represents its folder; undefined if the folder should be searched. */
function enterFolder({ path, entries, meetOnly }: FolderMet): string | undefined {
  const files = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  const only = wholeFolder(path, files);
  if (only !== undefined) {
    meetOnly([]);
    return only;
  }
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const search of searches) {
    const wanted = search.foldersWithResults?.(files, folders);
    if (wanted !== undefined) meetOnly(entries.filter((entry) => !entry.isDirectory() || wanted.includes(entry.name)));
  }
  return undefined;
}

function wholeFolder(path: string, files: ReadonlySet<string>): string | undefined {
  const documents = new Map<string, unknown>();
  const documentOf = (file: string) => {
    if (!documents.has(file)) documents.set(file, documentAt(join(path, file)));
    return documents.get(file);
  };
  return wholeFolders.find(({ file, isWhole }) => files.has(file) && isWhole(() => documentOf(file), files))?.file;
}

function likelihood(name: string, depth: number): 'likely' | 'deep' | undefined {
  if (isCalledResults(name)) return 'likely';
  const isJson = name.endsWith('.json');
  if (isJson ? bystanders.has(name) : !tableName.test(name)) return undefined;
  return depth <= (isJson ? deepest.json : deepest.table) ? 'likely' : 'deep';
}

const headBytes = 64 * 1024;

/** Whether the start of a file contains one of the wanted names, between quotes or separators. */
export function namesTask(path: string, isWanted: (name: string) => boolean): boolean {
  const text = firstBytes(path, headBytes).toString('utf8');
  for (const word of new Set(text.split(/["',;\t\r\n]+/))) {
    const name = word.trim();
    // Shorter words are column names and values.
    if (name.length >= shortestName && name.length <= longestName && isWanted(name)) return true;
  }
  return false;
}

const shortestName = 4;
const longestName = 200;

/** The real path, so that a file is read once; the path itself if it does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
