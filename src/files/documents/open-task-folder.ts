import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { existsSync, lstatSync, realpathSync } from '../../disk/file-access.js';
import { readRegularText, withRegularBytes } from '../../disk/open-regular.js';
import { reasonOf } from '../../disk/reason-of.js';
import { walkFolder } from '../../disk/walk-folder.js';
import { DocumentError } from './document-error.js';
import { parseToml } from './parse-toml.js';

const largestConfigBytes = 4 * 1024 * 1024;
const largestFileBytes = 64 * 1024 * 1024;
const mostBytes = 256 * 1024 * 1024;
const mostEntries = 20_000;

interface TaskFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly isExecutable: boolean;
}

/**
 * The contents of a task's folder. Links are not followed, neither inside the folder nor in its path. Sizes are limited.
 * @param root The folder that a person named, which may itself be a link; default: the current one.
 */
export function openTaskFolder(path: string, root = '.') {
  const problem = linkOnTheWay(path, root);
  return {
    problem,
    configText: problem === undefined ? configIn(path) : undefined,
    parse: (text: string): { data: unknown } | { problem: string } => {
      try {
        return { data: parseToml(text) };
      } catch (error) {
        return { problem: error instanceof DocumentError ? error.message : 'not readable as TOML' };
      }
    },
    has: (name: string) => problem === undefined && existsSync(join(path, name)),
    files: () => (problem === undefined ? filesIn(path) : { problem }),
  };
}

/** The reason not to read a folder if part of its path below the named folder is a link; undefined if there is none. */
function linkOnTheWay(path: string, root: string): string | undefined {
  const isBelow = (folder: string) => !isAbsolute(folder) && folder.split(sep)[0] !== '..';
  const base = [root, '.'].find((each) => isBelow(relative(resolve(each), resolve(path))));
  try {
    const expected = base === undefined ? resolve(path) : join(realpathSync(base), relative(base, path));
    if (realpathSync(path) === expected) return undefined;
    return 'part of the path is a link; Winnow does not follow links';
  } catch (cause) {
    return reasonOf(cause);
  }
}

function configIn(path: string): string | undefined {
  try {
    return readRegularText(join(path, 'task.toml'), { largestBytes: largestConfigBytes });
  } catch {
    return undefined;
  }
}

function filesIn(path: string): { files: readonly TaskFile[] } | { problem: string } {
  const files: TaskFile[] = [];
  let bytes = 0;
  for (const met of walkFolder(path, { mostEntries })) {
    if (met.kind === 'folder') continue;
    const name = relative(path, met.path).replaceAll('\\', '/');
    if (met.kind !== 'file')
      return { problem: `${name === '' ? 'the folder' : name}: ${met.reason || 'not a regular file'}` };
    try {
      const content = withRegularBytes(met.path, { largestBytes: largestFileBytes }, (read) => Buffer.from(read));
      bytes += content.length;
      if (bytes > mostBytes) return { problem: 'the files add up to more than 256 MB' };
      files.push({ name, content, isExecutable: (lstatSync(met.path).mode & 0o100) !== 0 });
    } catch (cause) {
      return { problem: `${name}: ${reasonOf(cause)}` };
    }
  }
  return { files };
}
