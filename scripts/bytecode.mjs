// `node scripts/bytecode.mjs LAUNCHER`: runs the main job in a finished build, and then commands that load other files. Stores
// the bytecode of each file after the first command that loads it, with the functions that this command called.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [launcher] = process.argv.slice(2);
const { run, scripts } = createRequire(import.meta.url)(launcher);
const out = mkdtempSync(join(tmpdir(), 'winnow-build-'));
const selection = join(out, 'selection');
const commands = [
  ['select', 'ccb', '--out', selection],
  ['select', 'verified', '--tier', '50', '--out', join(out, 'suite')],
  ['check', selection],
  ['inspect', selection],
  ['export', selection, '--to', 'ids', '--out', join(out, 'run')],
];
const stored = new Set();
try {
  for (const args of commands) {
    const code = await run(args);
    if (code !== 0) throw new Error(`winnow ${args.join(' ')} ended with exit code ${code}`);
    for (const [file, script] of scripts) {
      if (stored.has(file)) continue;
      stored.add(file);
      writeFileSync(file, script.createCachedData());
    }
  }
} finally {
  rmSync(out, { recursive: true, force: true });
}
