// Builds dist/: the command line and the library as ES modules, the page for the browser, the types, and the JSON Schemas
// of the plan and of every document.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildPage } from './build-page.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
// Built beside its place, so that a build that fails leaves the last good one.
const dist = join(root, 'dist');
const next = join(root, `dist-${process.pid}`);
process.on('exit', () => rmSync(next, { recursive: true, force: true }));

// Bundled, dependencies and all, because a command that opens fifty files starts twice as slowly as node itself.
const bundle = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: !process.env.WINNOW_READABLE_BUILD,
  lineLimit: 160,
  // The same parser as ES modules, of which only what is used ends up in the bundle.
  alias: {
    yaml: join(root, 'node_modules/yaml/browser/index.js'),
    '@noble/hashes/sha2.js': join(root, 'scripts/node-sha256.mjs'),
  },
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'linked',
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  logLevel: 'warning',
};

/** The main command is a bundle of its own: what it shares with the library would be split into dozens of small files. */
const selectApart = {
  name: 'select-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/run-select\.js$/ }, () => ({ path: './select/run-select.js', external: true }));
  },
};
await build({
  ...bundle,
  entryPoints: { cli: 'src/cli/main.ts', index: 'src/index.ts', 'read-plan': 'src/core/plan/read-plan.ts' },
  outdir: next,
  plugins: [selectApart],
});
await build({ ...bundle, entryPoints: { 'run-select': 'src/cli/run-select.ts' }, outdir: join(next, 'select') });
const cli = join(next, 'cli.js');
writeFileSync(cli, `#!/usr/bin/env node\n${readFileSync(cli, 'utf8')}`);
chmodSync(cli, 0o755);
await buildPage(root, join(next, 'explorer'));

const require = createRequire(import.meta.url);
const tsc = join(require.resolve('typescript/package.json'), '..', 'bin', 'tsc');
const types = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.types.json', '--outDir', join(next, 'types')], {
  cwd: root,
  stdio: 'inherit',
});
if (types.status !== 0) process.exit(types.status ?? 1);

// The plans that ship, checked: a run of one of them then needs neither parser nor schema.
const { checkedPlan } = await import(pathToFileURL(join(next, 'read-plan.js')).href);
mkdirSync(join(next, 'plans'));
for (const file of readdirSync(join(root, 'plans'))) {
  const text = readFileSync(join(root, 'plans', file), 'utf8');
  const plan = checkedPlan(text, file);
  writeFileSync(join(next, 'plans', file.replace(/\.yaml$/, '.json')), JSON.stringify({ text, plan }));
}

const { planJsonSchema, publishedSchemas } = await import(pathToFileURL(join(next, 'index.js')).href);
writeFileSync(join(root, 'schema', 'plan.schema.json'), `${JSON.stringify(planJsonSchema(), null, 2)}\n`);
for (const [file, schema] of publishedSchemas()) {
  writeFileSync(join(root, 'schema', file), `${JSON.stringify(schema, null, 2)}\n`);
}

rmSync(dist, { recursive: true, force: true });
renameSync(next, dist);
