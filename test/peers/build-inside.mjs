// Bundles inside.ts, so that Node can load it.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { root } from '../../scripts/prepare.mjs';

// Below the root, where packages that are not bundled are found.
const folder = mkdtempSync(join(root, 'dist-peers-'));
await build({
  cwd: root,
  input: { inside: 'test/peers/inside.ts' },
  platform: 'node',
  external: ['@duckdb/node-bindings', 'highs'],
  output: { dir: folder, format: 'esm' },
});

/** The folder of the bundle, to be removed at the end. */
export const bundle = folder;
export const { makeManifest, manifestText, runPlan, readPlan, readOutcomes } = await import(
  pathToFileURL(join(folder, 'inside.js')).href
);
