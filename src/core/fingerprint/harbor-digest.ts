import { fingerprint } from './fingerprint.js';

/** Whether Harbor publishes this file of a task without a .gitignore. */
export function isPublished(name: string): boolean {
  const parts = name.split('/');
  const last = parts.at(-1) ?? '';
  const isIgnored =
    parts.slice(0, -1).includes('__pycache__') || /\.(?:pyc|swp|swo)$|~$/.test(last) || parts.includes('.DS_Store');
  if (isIgnored) return false;
  if (parts.length === 1) return ['task.toml', 'instruction.md', 'README.md', 'trajectory.json'].includes(name);
  return ['environment', 'tests', 'solution', 'steps'].includes(parts[0] ?? '');
}

/** Harbor's digest of a task: `sha256:` over the names and hex hashes of its files. */
export function harborDigest(files: ReadonlyMap<string, string>): string {
  const published = [...files].filter(([name]) => isPublished(name)).sort(([a], [b]) => compareCharacters(a, b));
  return `sha256:${fingerprint(published.map(([name, sha256]) => `${name}\0${sha256}\n`).join(''))}`;
}

/** Undefined if a hash is unknown, or the folder has a .gitignore, which affects the published files. */
export function harborFolderDigest(files: ReadonlyMap<string, string | undefined>): string | undefined {
  const known = new Map([...files].flatMap(([name, sha256]) => (sha256 === undefined ? [] : [[name, sha256]])));
  const isUnknown = [...files.keys()].some((name) => isPublished(name) && !known.has(name));
  return isUnknown || files.has('.gitignore') ? undefined : harborDigest(known);
}

/** Sorts by code point like Python; UTF-16 order differs for some characters. */
function compareCharacters(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
