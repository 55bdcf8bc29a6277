import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ManifestError } from '../core/compare/manifest-error.js';

const run = promisify(execFile);

/**
 * The text of a selection in a commit of the repository that this folder belongs to.
 *
 * @param place `REV:PATH`, with the path of a `selection.json` or its folder from the top of the repository, or from here
 *   when it begins with `./`.
 * @throws ManifestError when there is no such revision or file.
 */
export async function readGitFile(place: string): Promise<string> {
  const colon = place.indexOf(':');
  const [revision, path] = [place.slice(0, colon), place.slice(colon + 1).replace(/\/+$/, '')];
  try {
    const commit = (await git(['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`])).trim();
    const isFolder = (await git(['cat-file', '-t', `${commit}:${path}`])).trim() === 'tree';
    // Not "git show", which may run a program that the repository names for the file.
    return await git(['cat-file', 'blob', `${commit}:${isFolder ? `${path}/selection.json` : path}`]);
  } catch (cause) {
    const { stderr = '', message = '' } = cause as { stderr?: string; message?: string };
    const reason =
      stderr
        .trim()
        .split('\n')[0]
        ?.replace(/^fatal: /, '') || message;
    throw new ManifestError(
      [
        {
          code: 'selection/not-in-git',
          message: `git cannot read "${place}": ${reason}.`,
          hint: 'Write REVISION:path/selection.json.',
        },
      ],
      { cause },
    );
  }
}

/** Git without hooks, helpers, file-system monitor or network: a stranger's repository may name programs there. */
async function git(args: readonly string[]): Promise<string> {
  const safe = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'protocol.allow=never'];
  const { stdout } = await run('git', [...safe.flatMap((setting) => ['-c', setting]), ...args], {
    maxBuffer: 256 * 1024 * 1024,
    env: {
      PATH: process.env['PATH'],
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_NO_LAZY_FETCH: '1',
      LC_ALL: 'C',
    },
  });
  return stdout;
}
