import { join } from 'node:path';
import { isRecord } from '../core/model/record.js';
import { compareText, countOf } from '../core/text/words.js';
import { realpathSync } from '../disk/file-access.js';
import { deepestFolder, type FolderMet, walkFolder } from '../disk/walk-folder.js';
import type { ReadingNotes } from './content/reading-notes.js';
import { documentAt } from './content/values.js';
import type { ResultFormat, WholeFolder } from './formats/result-format.js';
import { resultFormats } from './formats/result-formats.js';

const mostEntries = 1_000_000;
const tableName = /\.(?:(?:jsonl|ndjson|csv|tsv)(?:\.(?:gz|zst))?|parquet|json\.(?:gz|zst))$/i;
/** Reports and logs lie at the top; what lies deeper under any name was written by agents. */
const deepestOtherJson = 1;

const searches = resultFormats.flatMap(({ search }) => search ?? []);
const bystanders = new Set(searches.flatMap((search) => search.bystanders ?? []));
const wholeFolders = resultFormats.flatMap(wholeFoldersOf);

function wholeFoldersOf({ search, isDocument }: ResultFormat): readonly WholeFolder[] {
  const file = search?.wholeFolder;
  const isWhole: WholeFolder['isWhole'] = (document) => {
    const data = document();
    return isRecord(data) && isDocument?.(data) === true;
  };
  return [...(file === undefined ? [] : [{ file, isWhole }]), ...(search?.wholeFolders ?? [])];
}

/**
 * The files below a folder that may have results, by path. Links are not followed. A folder that is one trial is not
 * searched: its files were written by the agent under test.
 */
export function resultFiles(folder: string, notes: ReadingNotes): readonly string[] {
  const found: string[] = [];
  let links = 0;
  for (const met of walkFolder(folder, { mostEntries })) {
    switch (met.kind) {
      case 'folder': {
        links += met.entries.filter((entry) => entry.isSymbolicLink()).length;
        const only = enterFolder(met);
        if (only !== undefined) found.push(join(met.path, only));
        break;
      }
      case 'file':
        if (mayHoldResults(met.name, met.depth)) found.push(met.path);
        break;
      case 'unreadable':
        notes.fault('outcomes/unreadable', `it cannot be searched: ${met.reason}.`, { place: { file: met.path } });
        break;
      case 'too-many':
        notes.fault('outcomes/too-many-files', `${met.reason}.`, {
          place: { file: met.path },
          hint: 'Name the folders of results themselves.',
        });
        break;
      case 'too-deep':
        notes.warn('outcomes/too-deep', (n) => `${countOf(n, 'folder')} deeper than ${deepestFolder} not searched.`, {
          file: met.path,
        });
        break;
    }
  }
  if (links > 0)
    notes.warn('outcomes/links', (n) => `${countOf(n, 'link')} not followed.`, { file: folder, count: links });
  return found.sort(compareText);
}

/** Whether a file has a usual name of results: if it can't be read, that is an error. */
export function isCalledResults(name: string): boolean {
  return searches.some(({ called }) => called?.test(name) === true);
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

function mayHoldResults(name: string, depth: number): boolean {
  if (isCalledResults(name)) return true;
  if (depth === 0 && tableName.test(name)) return true;
  return depth <= deepestOtherJson && name.endsWith('.json') && !bystanders.has(name);
}

/** The real path, so that a file is read once; the path itself if it does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
