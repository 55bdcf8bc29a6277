// `npm run lock`: after a change of dependencies, writes a package-lock.json that names versions and checksums but no
// registry, so that it installs from whichever one the machine uses.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
for (const entry of Object.values(lock.packages)) {
  if (/^https?:/.test(entry.resolved ?? '')) delete entry.resolved;
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
