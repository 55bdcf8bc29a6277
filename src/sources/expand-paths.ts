import { join, resolve } from 'node:path';
import { existsSync, readdirSync } from '../disk/file-access.js';
import { isFolder } from '../disk/open-regular.js';

/** Paths that are named or match a pattern. Links that match a pattern are listed separately. */
export interface ExpandedPaths {
  readonly paths: readonly string[];
  readonly links: readonly string[];
  /** The path itself, or the folder above the first `*`. */
  readonly root: string;
}

/** The path in a plan; if it contains `*` and no such file exists, all paths that match. */
export function expandedPaths(base: string, given: string): ExpandedPaths {
  const path = resolve(base, given);
  if (!given.includes('*') || existsSync(path)) return { paths: [path], links: [], root: path };
  const first = path.indexOf('*');
  const root = path.slice(0, path.lastIndexOf('/', first)) || '/';
  return existsSync(root)
    ? matchingPaths(root, path.slice(root === '/' ? 1 : root.length + 1))
    : { paths: [], links: [], root };
}

/** The paths below a folder that match a pattern, sorted; `*` matches any characters within a name. */
export function matchingPaths(root: string, pattern: string): ExpandedPaths {
  let paths = [resolve(root)];
  const links: string[] = [];
  for (const part of pattern.split('/')) {
    if (!part.includes('*')) {
      paths = paths.map((path) => join(path, part)).filter((path) => existsSync(path));
      continue;
    }
    const entries = paths.filter(isFolder).flatMap((path) =>
      readdirSync(path, { withFileTypes: true })
        .filter((entry) => matchesPattern(entry.name, part))
        .map((entry) => ({ path: join(path, entry.name), isLink: entry.isSymbolicLink() })),
    );
    for (const { path, isLink } of entries) if (isLink) links.push(path);
    paths = entries.filter(({ isLink }) => !isLink).map(({ path }) => path);
  }
  return { paths: paths.sort(), links: links.sort(), root };
}

/** Whether a name contains the parts of a pattern in order. Each part is matched at its first occurrence, in linear time. */
export function matchesPattern(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
