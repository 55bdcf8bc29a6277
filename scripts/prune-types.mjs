// The declarations that ship: those that the public ones refer to. The compiler writes one for every source file, and most
// are of no use to anyone outside.
import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const reference = /\b(?:from|import)\s*\(?\s*(['"])(?<path>\.[^'"]*)\.js\1/g;

/** Removes what index.d.ts in a folder does not refer to, however far off, and the folders that are empty then. */
export function pruneTypes(folder) {
  const kept = new Set([join(folder, 'index.d.ts')]);
  // A set that grows while it is walked: what is added comes later.
  for (const file of kept) {
    for (const { groups } of readFileSync(file, 'utf8').matchAll(reference)) {
      kept.add(join(dirname(file), `${groups.path}.d.ts`));
    }
  }
  removeBelow(folder, kept);
}

function removeBelow(folder, kept) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeBelow(path, kept);
    else if (!kept.has(path)) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
