/**
 * A folder below a root as one path with slashes; undefined when it leads out of both the root and the working folder.
 * Pure: nothing is looked up on a disk.
 *
 * @param here The working folder, as an absolute path: a root that is absolute may lead to a folder beside it.
 */
export function folderPath(root: string, folder: string, here?: string): string | undefined {
  const rootParts = normal(root.split('/'));
  const isAbsolute = root.startsWith('/');
  if (folder.startsWith('/')) {
    const parts = normal(folder.split('/'));
    return isAbsolute && startsWith(parts, rootParts) ? joined(parts, true) : undefined;
  }
  const parts = normal([...rootParts, ...folder.split('/')]);
  const isBelowRoot = startsWith(parts, rootParts);
  const isBelowHere = isAbsolute
    ? here !== undefined && startsWith(parts, normal(here.split('/')))
    : parts.length > 0 && parts[0] !== '..';
  return isBelowRoot || isBelowHere ? joined(parts, isAbsolute) : undefined;
}

/** The parts of a path. */
export function pathParts(path: string): readonly string[] {
  return normal(path.split('/'));
}

/** The last part of a path. */
export function lastPart(path: string): string {
  return normal(path.split('/')).at(-1) ?? '';
}

/** The path without its last part. */
export function parentPath(path: string): string {
  return joined(normal(path.split('/')).slice(0, -1), path.startsWith('/'));
}

/** The parts without empty ones, dots and steps that go back over a name. */
function normal(parts: readonly string[]): string[] {
  const kept: string[] = [];
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else kept.push(part);
  }
  return kept;
}

function startsWith(parts: readonly string[], start: readonly string[]): boolean {
  return parts.length > start.length && start.every((part, i) => parts[i] === part) && parts[start.length] !== '..';
}

function joined(parts: readonly string[], isAbsolute: boolean): string {
  return `${isAbsolute ? '/' : ''}${parts.join('/')}` || '.';
}
