import { fingerprint, fingerprintBytes } from '../../core/fingerprint/fingerprint.js';
import type { TaskFile } from './exported-folder.js';

/** Whether Harbor takes a file of a task along when it publishes it, where the task has no .gitignore of its own. */
export function isPublished(name: string): boolean {
  const parts = name.split('/');
  const last = parts.at(-1) ?? '';
  const isIgnored =
    parts.slice(0, -1).includes('__pycache__') || /\.(?:pyc|swp|swo)$|~$/.test(last) || parts.includes('.DS_Store');
  if (isIgnored) return false;
  if (parts.length === 1) return ['task.toml', 'instruction.md', 'README.md', 'trajectory.json'].includes(name);
  return ['environment', 'tests', 'solution', 'steps'].includes(parts[0] ?? '');
}

/** The SHA-256 that Harbor knows a task by, `sha256:` and 64 hex digits: of the names and hashes of its published files. */
export function harborDigest(files: readonly Pick<TaskFile, 'name' | 'content'>[]): string {
  const lines = files
    .filter(({ name }) => isPublished(name))
    .toSorted((a, b) => compareCharacters(a.name, b.name))
    .map(({ name, content }) => `${name}\0${fingerprintBytes(content)}\n`);
  return `sha256:${fingerprint(lines.join(''))}`;
}

/** As Python sorts: by character, where UTF-16 would put some before others. */
function compareCharacters(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
