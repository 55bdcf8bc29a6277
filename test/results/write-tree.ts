import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder.js';

/** For tests: writes files into a new folder; what is no text becomes JSON. Gives the folder. */
export function writeTree(files: Readonly<Record<string, unknown>>): string {
  const root = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
    writeFileSync(join(root, name), isRaw ? content : JSON.stringify(content));
  }
  return root;
}
