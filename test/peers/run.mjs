// `npm run test:peers`: exports a selection with ids of every special character and has the runners' own programs, in
// fixed versions from the package index, say what they would run. Needs Python and the network; not part of `npm test`.
// `npm run test:peers -- harbor` tries one. Environments are kept in WINNOW_PEERS_DIR, or else below the system's
// temporary folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled, root } from '../../scripts/prepare.mjs';
import { peers } from './peers.mjs';

ensureInstalled();
ensureBuilt();
const { pool, selected, selectionText } = await import('./pool.mjs');
const environments = process.env.WINNOW_PEERS_DIR ?? join(tmpdir(), 'winnow-peer-environments');
mkdirSync(environments, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'winnow-peers-'));
const wanted = process.argv.slice(2);
let failures = 0;
try {
  makePool();
  for (const peer of peers.filter((each) => wanted.length === 0 || wanted.includes(each.package))) {
    const python = environmentOf(peer);
    for (const use of peer.uses) {
      const problem =
        python === undefined
          ? 'it could not be installed: see above, or there is no Python for it'
          : tried(use, python);
      if (problem !== undefined) failures++;
      console.log(
        `${problem === undefined ? 'ok  ' : 'FAIL'} ${peer.package} ${peer.version}, ${use.name}${problem === undefined ? `: ${selected.length - (use.without?.length ?? 0)} of ${pool.length} tasks` : `: ${problem}`}`,
      );
    }
    for (const written of peer.writes ?? []) {
      const problem = python === undefined ? 'it could not be installed' : await readBack(written, python);
      if (problem !== undefined) failures++;
      const told = problem === undefined ? `results of ${pool.length} tasks read` : problem;
      console.log(
        `${problem === undefined ? 'ok  ' : 'FAIL'} ${peer.package} ${peer.version}, ${written.name}: ${told}`,
      );
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

/** Undefined when the program would run exactly the selected tasks; else what is wrong. */
function tried(use, python) {
  const out = `out-${use.to}-${use.name.replace(/\W+/g, '-')}-${Math.floor(process.hrtime()[1])}`;
  const expected = selected.filter((id) => !use.without?.includes(id));
  writeFileSync(join(work, 'selection.json'), selectionText(use.without));
  const made = run(process.execPath, [
    join(root, 'dist', 'cli.js'),
    'export',
    'selection.json',
    '--to',
    use.to,
    '--out',
    out,
    '--json',
    ...use.options,
  ]);
  if (made.status !== 0) return made.stdout + made.stderr;
  const { command } = JSON.parse(made.stdout).commands[use.command ?? 0] ?? {};
  if (command === undefined) return 'there is no such command';
  // The shell itself takes the command apart, as it would for whoever copies it.
  const words = run('sh', ['-c', `printf '%s\\0' ${command}`])
    .stdout.split('\0')
    .slice(0, -1);
  const driver = fileURLToPath(new URL(`drivers/${use.driver}.py`, import.meta.url));
  const { stdout, stderr } = run(python, [driver, ...words]);
  const told = stdout.split('\n').findLast((line) => line.startsWith('RAN '));
  if (told === undefined) return `${stdout}\n${stderr}`.slice(-3000);
  const ran = JSON.parse(told.slice(4));
  const missing = expected.filter((id) => !ran.includes(id));
  const others = ran.filter((id) => !expected.includes(id));
  if (missing.length + others.length === 0 && ran.length === expected.length) return undefined;
  return `it would not run ${JSON.stringify(missing)}, and would run ${JSON.stringify(others)} besides (${ran.length} in all)`;
}

/** Undefined when Winnow reads from what the program writes just what it wrote: every second task passed. */
async function readBack({ driver, format }, python) {
  const file = fileURLToPath(new URL(`drivers/${driver}.py`, import.meta.url));
  const { stdout, stderr } = run(python, [file, JSON.stringify(pool)]);
  const path = stdout
    .split('\n')
    .findLast((line) => line.startsWith('WROTE '))
    ?.slice(6);
  if (path === undefined) return `${stdout}\n${stderr}`.slice(-3000);
  const { readOutcomes } = await import('../../dist/index.js');
  const { outcomes, files, faults } = await readOutcomes([path]);
  if (faults.length > 0 || files[0]?.format !== format) return JSON.stringify({ files, faults });
  const found = Object.fromEntries(outcomes.map(({ taskId, status }) => [taskId, status]));
  const wrong = pool.filter((id, i) => found[id] !== (i % 2 === 1 ? 'passed' : 'failed'));
  return wrong.length === 0 && outcomes.length === pool.length ? undefined : `wrong for ${JSON.stringify(wrong)}`;
}

/** The Python of an environment that has the package; made when it is not there. */
function environmentOf(peer) {
  const folder = join(environments, `${peer.package}-${peer.version}`);
  const python = join(folder, 'bin', 'python');
  if (existsSync(join(folder, 'ready'))) return python;
  const base = pythonFrom(peer.python);
  if (base === undefined) return undefined;
  console.log(`Installing ${peer.package} ${peer.version} …`);
  const steps = [
    [base, ['-m', 'venv', '--clear', folder]],
    [python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packagesOf(peer)]],
  ];
  for (const [program, args] of steps) {
    const { status, stderr } = run(program, args);
    if (status !== 0) {
      console.log(stderr.slice(-2000));
      return undefined;
    }
  }
  writeFileSync(join(folder, 'ready'), '');
  return python;
}

function packagesOf(peer) {
  return [`${peer.package}==${peer.version}`, ...(peer.also ?? [])];
}

/** A Python 3 of at least a minor version, the oldest that will do: the newest is often too new for some dependency. */
function pythonFrom(minor) {
  const versions = [12, 13, 11, 10].filter((each) => each >= minor);
  const kept = join(homedir(), '.pyenv', 'versions');
  const own = existsSync(kept) ? readdirSync(kept) : [];
  const candidates = versions.flatMap((each) => [
    ...own.filter((name) => name.startsWith(`3.${each}.`)).map((name) => join(kept, name, 'bin', 'python3')),
    `python3.${each}`,
  ]);
  return [process.env.WINNOW_PEERS_PYTHON, ...candidates, 'python3'].filter(Boolean).find((program) => {
    const { status, stdout } = run(program, ['-c', 'import sys; print(sys.version_info[1])']);
    return status === 0 && Number(stdout) >= minor;
  });
}

function run(program, args) {
  const env = {
    ...process.env,
    HF_HUB_OFFLINE: '1',
    HF_DATASETS_OFFLINE: '1',
    HARBOR_TELEMETRY: '0',
    MSWEA_SILENT_STARTUP: '1',
    MSWEA_CONFIGURED: 'true',
  };
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: work,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { status: error === undefined ? status : 1, stdout: stdout ?? '', stderr: stderr ?? String(error) };
}

/** What the runners read their tasks from: rows, a task of Inspect's, and folders. */
function makePool() {
  const row = (id) => ({
    instance_id: id,
    repo: 'owner/repo',
    version: '1.0',
    base_commit: 'c0ffee',
    // Line breaks that Python knows and JSON lets stand.
    patch: 'diff \u2028 \u2029 \u0085 é',
    test_patch: '',
    problem_statement: 'It breaks.',
    FAIL_TO_PASS: '[]',
    PASS_TO_PASS: '[]',
    image: 'none',
    log_parser: 'none',
    eval_type: 'none',
    eval_script: 'true',
  });
  // In ASCII, since SWE-bench itself is to read the whole of it too.
  const ascii = (value) =>
    JSON.stringify(value).replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  const lines = pool.map((id) => `${ascii(row(id))}\n`).join('');
  writeFileSync(join(work, 'rows.jsonl'), lines);
  mkdirSync(join(work, 'hf'));
  writeFileSync(join(work, 'hf', 'test.jsonl'), lines);
  writeFileSync(
    join(work, 'predictions.json'),
    JSON.stringify(
      Object.fromEntries(pool.map((id) => [id, { instance_id: id, model_patch: 'x', model_name_or_path: 'm' }])),
    ),
  );
  writeFileSync(
    join(work, 'the_task.py'),
    `import json
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
@task
def the_task():
    ids = json.loads(${JSON.stringify(ascii(pool))})
    return Task(dataset=[Sample(id=id, input="hello", target="x") for id in ids])
`,
  );
  for (const id of pool) {
    const folder = join(work, 'tasks', id);
    mkdirSync(join(folder, 'environment'), { recursive: true });
    mkdirSync(join(folder, 'tests'));
    writeFileSync(join(folder, 'task.toml'), 'version = "1.0"\n[metadata]\n');
    writeFileSync(join(folder, 'task.yaml'), 'instruction: do it\n');
    writeFileSync(join(folder, 'instruction.md'), 'Do it.\n');
    writeFileSync(join(folder, 'environment', 'Dockerfile'), 'FROM scratch\n');
    writeFileSync(join(folder, 'tests', 'test.sh'), 'true\n');
  }
}
