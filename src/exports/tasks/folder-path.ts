/**
 * A folder below a root as one path with slashes; undefined when it leads out of both the root and, for a relative root,
 * the working folder. Pure: nothing is looked up on a disk.
 */
export function folderPath(root: string, folder: string): string | undefined {
  const rootParts = normal(root.split('/'));
  const isAbsolute = root.startsWith('/');
  if (folder.startsWith('/')) {
    const parts = normal(folder.split('/'));
    return isAbsolute && startsWith(parts, rootParts) ? joined(parts, true) : undefined;
  }
  const parts = normal([...rootParts, ...folder.split('/')]);
  const isBelowRoot = startsWith(parts, rootParts);
  const isBelowHere = !isAbsolute && parts.length > 0 && parts[0] !== '..';
  return isBelowRoot || isBelowHere ? joined(parts, isAbsolute) : undefined;
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
