import { ManifestError } from '../core/model/errors.js';
import { gitReason, safeGit } from './safe-git.js';

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
    const commit = (await safeGit(['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`])).trim();
    const isFolder = (await safeGit(['cat-file', '-t', `${commit}:${path}`])).trim() === 'tree';
    // Not "git show", which may run a program that the repository names for the file.
    return await safeGit(['cat-file', 'blob', `${commit}:${isFolder ? `${path}/selection.json` : path}`]);
  } catch (cause) {
    throw new ManifestError(
      [
        {
          code: 'selection/not-in-git',
          message: `git cannot read "${place}": ${gitReason(cause)}.`,
          hint: 'Write REVISION:path/selection.json.',
        },
      ],
      { cause },
    );
  }
}
