import { join, relative } from 'node:path';
import { existsSync, lstatSync } from '../../disk/file-access.js';
import { readRegularText, withRegularBytes } from '../../disk/open-regular.js';
import { reasonOf } from '../../disk/reason-of.js';
import { walkFolder } from '../../disk/walk-folder.js';
import { DocumentError } from './document-error.js';
import { parseToml } from './parse-toml.js';

const largestConfigBytes = 4 * 1024 * 1024;
const largestFileBytes = 64 * 1024 * 1024;
const mostBytes = 256 * 1024 * 1024;
const mostEntries = 20_000;

/** A file of a task, by its path within the folder. */
interface TaskFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly isExecutable: boolean;
}

/** What a task's folder holds: its task.toml, its files. Links are not followed, sizes are bounded. */
export function openTaskFolder(path: string) {
  return {
    configText: configIn(path),
    parse: (text: string): { data: unknown } | { problem: string } => {
      try {
        return { data: parseToml(text) };
      } catch (error) {
        return { problem: error instanceof DocumentError ? error.message : 'it cannot be read as TOML' };
      }
    },
    has: (name: string) => existsSync(join(path, name)),
    files: () => filesIn(path),
  };
}

function configIn(path: string): string | undefined {
  try {
    return readRegularText(join(path, 'task.toml'), { largestBytes: largestConfigBytes });
  } catch {
    return undefined;
  }
}

/** Every file below a folder, or why they cannot all be read. */
function filesIn(path: string): { files: readonly TaskFile[] } | { problem: string } {
  const files: TaskFile[] = [];
  let bytes = 0;
  for (const met of walkFolder(path, { mostEntries })) {
    if (met.kind === 'folder') continue;
    const name = relative(path, met.path).replaceAll('\\', '/');
    if (met.kind !== 'file') return { problem: `${name === '' ? 'it' : name}: ${met.reason || 'no regular file'}` };
    try {
      const content = withRegularBytes(met.path, { largestBytes: largestFileBytes }, (read) => Buffer.from(read));
      bytes += content.length;
      if (bytes > mostBytes) return { problem: 'its files are larger than 256 MB together' };
      files.push({ name, content, isExecutable: (lstatSync(met.path).mode & 0o100) !== 0 });
    } catch (cause) {
      return { problem: `${name}: ${reasonOf(cause)}` };
    }
  }
  return { files };
}
