import { basename } from 'node:path';
import { compareText } from '../core/text/words.js';
import { reasonOf } from '../disk/reason-of.js';
import { unpackedContents } from '../files/folder-contents.js';
import { TaskFolder } from '../files/task-folder.js';
import { ZipArchive } from '../files/zip/zip-archive.js';
import type { FolderFormat, Format } from './formats/task-format.js';
import { type Found, passedOver } from './found.js';
import { type DiscoverOptions, readTask } from './read-task-folder.js';

/** Tasks are small; anything larger is not meant as a task. */
const limits = { entryBytes: 16 * 1024 * 1024, totalBytes: 64 * 1024 * 1024 };
const mostFiles = 20_000;

/**
 * The tasks in a ZIP archive, each a folder in it. The archive is unpacked into memory, within limits; nothing is
 * written, and no name in it is used as a path on disk.
 */
export async function* readArchive(
  path: string,
  all: readonly Format[],
  options: DiscoverOptions,
): AsyncGenerator<Found> {
  const formats = all.filter((format) => format.kind === 'folder');
  let archive: ZipArchive;
  try {
    archive = ZipArchive.open(path, limits);
  } catch (cause) {
    yield passedOver(path, `the archive cannot be opened: ${reasonOf(cause)}`);
    return;
  }
  try {
    const names = archive.names().filter((name) => !name.endsWith('/') && isPlain(name));
    const folders = names.length > mostFiles ? [] : taskFolders(names, formats);
    if (folders.length === 0) {
      yield passedOver(path, 'the archive contains no task folders');
      return;
    }
    for (const folder of folders) {
      const files = new Map<string, Uint8Array>();
      for (const name of names) {
        if (name.startsWith(folder)) files.set(name.slice(folder.length), await archive.bytes(name));
      }
      const place = folders.length === 1 ? path : `${path}/${folder.slice(0, -1)}`;
      const own = folder === '' ? basename(path).replace(/\.zip$/i, '') : basename(folder);
      const top = new Set([...files.keys()].map((name) => name.split('/')[0] ?? ''));
      const contents = () => ({ contents: unpackedContents(files), hashes: new Map(), remarks: [] });
      yield readTask(new TaskFolder(place, own, top, [], { files }), formats, options, contents);
    }
  } catch (cause) {
    yield { kind: 'problem', path, reason: reasonOf(cause) };
  } finally {
    archive.close();
  }
}

/** A name without path traversal. */
function isPlain(name: string): boolean {
  return !name.includes('\\') && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** The folders that have the files of some format, without those inside another; '' is the archive itself. */
function taskFolders(names: readonly string[], formats: readonly FolderFormat[]): readonly string[] {
  const all = new Set(names);
  const markers = formats.map((format) => format.markers);
  const folders = new Set<string>();
  for (const list of markers) {
    const [marker = '', ...others] = list;
    for (const name of names) {
      if (name !== marker && !name.endsWith(`/${marker}`)) continue;
      const folder = name.slice(0, name.length - marker.length);
      if (others.every((other) => all.has(`${folder}${other}`))) folders.add(folder);
    }
  }
  const sorted = [...folders].sort(compareText);
  return sorted.filter((folder) => !sorted.some((other) => other !== folder && folder.startsWith(other)));
}
