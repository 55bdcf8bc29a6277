import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ManifestError } from '../core/model/errors.js';
import { isConfined } from './file-access.js';

const run = promisify(execFile);

/**
 * Runs git and returns its output. A repository from elsewhere may name programs in its settings: hooks, filters, a
 * file-system monitor, a remote to fetch missing objects from. None of them is run, and nothing is fetched, because
 * the environment takes precedence over the settings of a repository.
 * @throws Error with the message of git in `stderr`.
 */
export async function safeGit(args: readonly string[], directory = '.'): Promise<string> {
  // Git opens the repository's files itself, wherever they are.
  if (isConfined()) throw new Error('this process may only read files and folders, not git history');
  const settings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'diff.external=', 'protocol.allow=never'];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const { stdout } = await run('git', ['-C', directory, ...flags, ...args], {
    maxBuffer: 256 * 1024 * 1024,
    env: {
      PATH: process.env['PATH'],
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_NO_LAZY_FETCH: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      LC_ALL: 'C',
    },
  });
  return stdout;
}

/** The message of git, in one line. */
export function gitReason(cause: unknown): string {
  const { stderr = '', message = '' } = cause as { stderr?: string; message?: string };
  const [first = ''] = stderr.trim().split('\n');
  return first.replace(/^fatal: /, '') || message;
}

/**
 * The text of a selection in a commit: `REV:PATH`, from the top of the repository, or from here if it begins with
 * `./`.
 * @throws ManifestError if there is no such revision or file.
 */
export async function readGitFile(place: string): Promise<string> {
  const colon = place.indexOf(':');
  const [revision, path] = [place.slice(0, colon), place.slice(colon + 1).replace(/\/+$/, '')];
  try {
    const commit = (await safeGit(['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`])).trim();
    const isFolder = (await safeGit(['cat-file', '-t', `${commit}:${path}`])).trim() === 'tree';
    // Not "git show", which may run a program that the repository names for the file.
    return await safeGit(['cat-file', 'blob', `${commit}:${isFolder ? `${path}/selection.json` : path}`]);
  } catch (cause) {
    const message = `git cannot read "${place}": ${gitReason(cause)}.`;
    const hint = 'Expected REVISION:path/selection.json.';
    throw new ManifestError([{ code: 'selection/not-in-git', message, hint }], { cause });
  }
}
