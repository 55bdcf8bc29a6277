// `npm run release`: packs what a release publishes into dist-release/, and tries each part in an empty environment:
//
//   winnow-bench-X.Y.Z.tgz   the npm package
//   winnow_bench-X.Y.Z-*.whl the Python wheels (with --all: for every platform)
//   server.json              the manifest for registries of MCP servers
//   SHA256SUMS
//
// Publishes nothing. Needs Python and the network.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs';
import { serverManifest } from './server-manifest.mjs';

const { values: flags } = parseArgs({
  options: { all: { type: 'boolean', default: false }, out: { type: 'string', default: join(root, 'dist-release') } },
});
ensureInstalled();
ensureBuilt();
rmSync(flags.out, { recursive: true, force: true });
mkdirSync(flags.out, { recursive: true });
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const python = process.env.WINNOW_PYTHON ?? 'python3';
const work = mkdtempSync(join(tmpdir(), 'winnow-release-'));

/** Installs a package of the manifest from the packed file into an empty environment; gives the command that runs it. */
const installed = {
  npm({ identifier, version }) {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const file = join(flags.out, `${identifier}-${version}.tgz`);
    must('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', file], { cwd: folder });
    return { command: 'npm', args: ['exec', '--offline', '--', identifier], env: process.env, cwd: folder };
  },
  pypi({ identifier }) {
    const folder = emptyFolder();
    must(python, ['-m', 'venv', folder]);
    const index = ['--find-links', flags.out, `${identifier}==${pythonVersion()}`];
    must(join(folder, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...index]);
    // Nothing but what the wheel brings.
    return {
      command: join(folder, 'bin', identifier),
      args: [],
      env: { PATH: join(folder, 'bin'), HOME: folder },
      cwd: folder,
    };
  },
};

try {
  must('npm', ['pack', '--ignore-scripts', '--pack-destination', flags.out], { cwd: root });
  must(process.execPath, [join(root, 'scripts', 'wheel.mjs'), '--out', flags.out, ...(flags.all ? ['--all'] : [])]);
  const server = serverManifest(manifest);
  writeFileSync(join(flags.out, 'server.json'), `${JSON.stringify(server, null, 2)}\n`);
  const expected = JSON.parse(
    must(process.execPath, [join(root, 'dist', 'winnow.cjs'), 'select', 'ccb', '-n', '--json']),
  );
  for (const described of server.packages) {
    const { command, args, ...place } = installed[described.registryType](described);
    const printed = must(command, [...args, '--version'], place).trim();
    if (printed !== manifest.version) throw new Error(`${described.registryType}: version ${printed}`);
    const selection = JSON.parse(must(command, [...args, 'select', 'ccb', '-n', '--json'], place));
    if (JSON.stringify(selection) !== JSON.stringify(expected))
      throw new Error(`${described.registryType}: other tasks`);
    const tools = await toolsOf(command, [...args, ...described.packageArguments.map(({ value }) => value)], place);
    console.log(
      `${described.registryType}: version ${printed}, ${selection.tasks.length} tasks of ccb, ${tools} MCP tools`,
    );
  }
  const names = readdirSync(flags.out).sort();
  const sums = names.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(flags.out, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(flags.out, 'SHA256SUMS'), sums.join(''));
  console.log(sums.join(''));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function pythonVersion() {
  const wheel = readdirSync(flags.out).find((name) => name.endsWith('-any.whl')) ?? '';
  return wheel.split('-')[1];
}

/** The number of tools that a server has, which is started as its manifest says. */
async function toolsOf(command, args, place) {
  const client = new Client({ name: 'release', version: manifest.version });
  await client.connect(new StdioClientTransport({ command, args, ...place, stderr: 'inherit' }));
  const { tools } = await client.listTools();
  await client.close();
  if (tools.length === 0) throw new Error('the server has no tools');
  return tools.length;
}

function emptyFolder() {
  return mkdtempSync(join(work, 'empty-'));
}

function must(program, args, { env = process.env, cwd = work } = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    env,
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
  return stdout;
}
