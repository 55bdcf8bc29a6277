import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { root } from '../scripts/prepare.mjs';

// Within the project, so that the plans and pools that ship are found.
const folder = join(root, 'bench', '.inside');

/** Bundles what benches call inside the product, once for all threads. */
export async function bundleInside() {
  await build({
    cwd: root,
    input: 'bench/inside.ts',
    platform: 'node',
    external: ['@duckdb/node-bindings', 'highs'],
    output: { dir: folder, format: 'esm', entryFileNames: 'inside.mjs' },
  });
}

export const inside = () => import(pathToFileURL(join(folder, 'inside.mjs')).href);
