// Builds dist/: the command line and the library, the page for the browser, the types, the JSON Schemas of the plan and of
// every document, and the functions of the Python package.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { buildPage } from './build-page.mjs';
import { bundledFiles, bundledLicences, bundledPackages } from './licences.mjs';

import { pythonOperations } from './python-operations.mjs';
import { sbomOf } from './sbom.mjs';
import { libraryTypes } from './types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
// Built beside its place, so that a build that fails leaves the last good one.
const dist = join(root, 'dist');
const next = join(root, `dist-${process.pid}`);
process.on('exit', () => rmSync(next, { recursive: true, force: true }));

const start = join(root, 'src/cli/main.ts');
const entry = join(root, 'src/cli/cli.ts');
const mainCommand = join(root, 'src/operations/select.ts');
const library = join(root, 'src/index.ts');
const taskReader = join(root, 'src/operations/inspect.ts');
let reaches;

/**
 * What is loaded together lies together: a command that opens thirty files starts a fifth slower than one that opens
 * five. So what every command starts with is one chunk, what commands that run a plan have in common is another, and all that
 * it takes to run a plan, for them and for the library, is a third. What it takes to read tasks from files and folders is two:
 * what a plan's run needs in any case, and the rest.
 */
function chunkOf(id, graph) {
  reaches ??= {
    version: reachOf(entry, graph),
    start: reachOf(start, graph),
    select: reachOf(mainCommand, graph),
    library: reachOf(library, graph),
    tasks: reachOf(taskReader, graph),
  };
  // `--version` need not load the rest, nor the library what reads a command line.
  if (id === entry) return null;
  if (reaches.version.has(id)) return 'version';
  if (reaches.start.has(id)) return reaches.library.has(id) ? null : 'start';
  const [isCommand, readsTasks] = [/[/]src[/](?:cli|operations)[/]/.test(id), reaches.tasks.has(id)];
  if (!reaches.select.has(id)) return readsTasks && !isCommand ? 'read-tasks' : null;
  if (id === mainCommand) return null;
  if (isCommand) return readsTasks ? 'terminal' : 'plan-commands';
  return readsTasks ? 'tasks-and-plans' : 'run-plan';
}

/** The modules that are loaded with a module: what it imports, and what that imports, but for `import()`. */
function reachOf(from, graph) {
  const reach = new Set();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reach.has(id)) continue;
    reach.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return reach;
}

/** Puts a file in place of another where it is imported for Node. */
const standIns = {
  name: 'stand-ins',
  resolveId(source, importer = '') {
    if (source.endsWith('/fingerprint.js') && importer.startsWith(join(root, 'src')))
      return join(root, 'scripts/node-fingerprint.mjs');
    if (source === 'node:child_process' && importer.includes('/commander/'))
      return join(root, 'scripts/no-child-process.mjs');
    return null;
  },
};

/** The text of a file that is not code, as vite imports it: `import text from './file.py?raw'`. */
const texts = {
  name: 'texts',
  resolveId: (source, importer = '') => (source.endsWith('?raw') ? join(dirname(importer), source) : null),
  load: (id) =>
    id.endsWith('?raw') ? `export default ${JSON.stringify(readFileSync(id.slice(0, -'?raw'.length), 'utf8'))};` : null,
};

/**
 * Takes Node's own modules from `process.getBuiltinModule`. An `import` of one reads every one of its exports, and so loads
 * streams with `fs` and the Web Crypto API with `crypto`: a tenth of the time that a short command takes.
 */
const builtins = {
  name: 'builtins',
  resolveId(source, _importer, { kind }) {
    const name = source.replace(/^node:/, '');
    if (!builtinModules.includes(name)) return null;
    return kind === 'require-call' ? `\0required:${name}.cjs` : `\0imported:${name}`;
  },
  load(id) {
    const [, how, name] = /^\0(required|imported):(.*?)(?:\.cjs)?$/.exec(id) ?? [];
    if (name === undefined) return null;
    const whole = `process.getBuiltinModule('node:${name}')`;
    if (how === 'required') return `module.exports = ${whole};`;
    const names = Object.keys(process.getBuiltinModule(name)).filter((key) => /^[A-Za-z]\w*$/.test(key));
    const each = names.map(
      (key, i) => `const x${i} = /* @__PURE__ */ (() => all.${key})(); export { x${i} as ${key} };`,
    );
    return [`const all = ${whole};`, 'export default all;', ...each].join('\n');
  },
};

/** How code for Node is bundled. */
const forNode = {
  cwd: root,
  platform: 'node',
  // Native, so it cannot be bundled: installed beside, and loaded when a Parquet file is met. What calls it is bundled: its
  // sixty files took four times as long to load.
  // WebAssembly, which lies beside its loader: loaded when a plan has a goal.
  external: ['@duckdb/node-bindings', 'highs'],
  // The same parser as ES modules, of which only what is used ends up in the bundle.
  resolve: {
    alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
  },
  plugins: [standIns, builtins, texts],
  transform: { target: 'node20.19' },
};

// Bundled, dependencies and all, because a command that opens fifty files starts twice as slowly as node itself.
const node = await build({
  ...forNode,
  input: { cli: 'src/cli/cli.ts', index: 'src/index.ts' },
  // Asked for by the grouping of chunks.
  preserveEntrySignatures: 'allow-extension',
  output: {
    dir: next,
    // V8 can load bytecode for scripts, but not for ES modules; see src/cli/launch.cjs.
    format: 'cjs',
    dynamicImportInCjs: false,
    // V8 compares only the length of a file with that in its bytecode, so the name of every file contains its hash.
    entryFileNames: '[name]-[hash].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    minify: !process.env.WINNOW_READABLE_BUILD,
    sourcemap: true,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: chunkOf, debugName: 'loaded-together' }],
    },
  },
});
const [cliFile, libraryFile] = ['cli', 'index'].map((entry) =>
  node.output.find(({ name, isEntry }) => isEntry && name === entry),
);
const launcher = readFileSync(join(root, 'src/cli/launch.cjs'), 'utf8').replace('cli.cjs', cliFile.fileName);
writeFileSync(join(next, 'winnow.cjs'), launcher, { mode: 0o755 });
writeFileSync(
  join(next, 'index.js'),
  `import library from './${libraryFile.fileName}';\nexport const { ${libraryFile.exports.join(', ')} } = library;\n`,
);
const page = await buildPage(root, join(next, 'explorer'));
const bundled = [node, page].flatMap((bundle) => bundledFiles(bundle, root));
writeFileSync(join(next, 'THIRD-PARTY-LICENSES.txt'), bundledLicences(bundled, root));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
writeFileSync(join(next, 'sbom.cdx.json'), `${JSON.stringify(sbomOf(lock, bundledPackages(bundled)), null, 2)}\n`);

// The plans that ship, checked: a run of one of them then needs neither parser nor schema.
const atBuild = join(next, 'at-build');
await build({ ...forNode, input: 'scripts/at-build.ts', output: { dir: atBuild, format: 'esm' } });
const { checkedPlan, planJsonSchema, publishedSchemas, libraryOperations, shippedForecasts } = await import(
  pathToFileURL(join(atBuild, 'at-build.js')).href
);
mkdirSync(join(next, 'plans'));
for (const file of readdirSync(join(root, 'plans'))) {
  const text = readFileSync(join(root, 'plans', file), 'utf8');
  const plan = checkedPlan(text, file);
  const forecasts = await shippedForecasts(file.replace(/\.yaml$/, ''));
  writeFileSync(join(next, 'plans', file.replace(/\.yaml$/, '.json')), JSON.stringify({ text, plan, forecasts }));
}

writeFileSync(join(root, 'schema', 'plan.schema.json'), `${JSON.stringify(planJsonSchema(), null, 2)}\n`);
for (const [file, schema] of await publishedSchemas()) {
  writeFileSync(join(root, 'schema', file), `${JSON.stringify(schema, null, 2)}\n`);
}
mkdirSync(join(next, 'types'));
const functions = await libraryOperations();
const types = await libraryTypes({ planJsonSchema, libraryOperations: functions });
writeFileSync(join(next, 'types', 'index.d.ts'), types);
writeFileSync(join(root, 'python', 'winnow_bench', '_operations.py'), pythonOperations(functions));
rmSync(atBuild, { recursive: true });

rmSync(dist, { recursive: true, force: true });
renameSync(next, dist);

const bytecode = [join(root, 'scripts/bytecode.mjs'), join(dist, 'winnow.cjs')];
const { status } = spawnSync(process.execPath, bytecode, { stdio: ['ignore', 'ignore', 'inherit'] });
process.exitCode = status ?? 1;
