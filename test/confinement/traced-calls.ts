import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cliFile } from '../support/run-winnow.js';

/** A call of the command line in a folder. */
export interface Case {
  readonly args: readonly string[];
  readonly cwd: string;
}

/** What the system was asked during a case: the files that were opened, and what changed something. */
export interface TracedCase extends Case {
  readonly code: number;
  readonly printed: string;
  /** Real paths, as the system gives them for the descriptors. */
  readonly opened: readonly string[];
  /** The successful calls that create, change or remove something, as they were traced. */
  readonly writing: readonly string[];
  /** The programs that were started. */
  readonly started: readonly string[];
}

const opening = ['open', 'openat', 'openat2', 'creat'];
const changing =
  'mkdir mkdirat rename renameat renameat2 unlink unlinkat rmdir link linkat symlink symlinkat truncate chmod fchmodat fchmod chown fchownat utimensat mknod mknodat setxattr'.split(
    ' ',
  );
const calls = [...opening, ...changing, 'execve'];

/** Whether system calls can be traced here. */
export const canTrace = spawnSync('strace', ['-f', '-e', 'trace=openat', '-o', '/dev/null', 'true']).status === 0;

/** Runs cases one after another in one process and traces it. */
export function traced(cases: readonly Case[], env: Readonly<Record<string, string>>): readonly TracedCase[] {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-trace-'));
  try {
    const [trace, list, answers] = ['trace', 'cases.json', 'answers.json'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(list, JSON.stringify(cases));
    const script = fileURLToPath(new URL('./run-cases.mjs', import.meta.url));
    const strace = ['--seccomp-bpf', '-f', '-y', '-s', '4096', '-e', `trace=${calls.map((each) => `?${each}`)}`];
    const run = spawnSync(
      'strace',
      [...strace, '-e', 'signal=none', '-o', trace, '--', process.execPath, script, cliFile, list, answers],
      { env: { PATH: process.env['PATH'] ?? '', WINNOW_CACHE: 'off', ...env }, encoding: 'utf8' },
    );
    if (run.status !== 0) throw new Error(`the traced process ended with ${run.status}: ${run.stderr.slice(-2000)}`);
    const results = JSON.parse(readFileSync(answers, 'utf8')) as { code: number; printed: string }[];
    const byCase = callsByCase(readFileSync(trace, 'utf8'));
    return cases.map((each, i) => ({
      ...each,
      ...(results[i] ?? { code: -1, printed: '' }),
      ...sorted(byCase.get(i) ?? []),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The traced calls of each case, whole: a call that another thread interrupted is put together again. */
function callsByCase(trace: string): ReadonlyMap<number, readonly string[]> {
  const byCase = new Map<number, string[]>();
  const begun = new Map<string, string>();
  let current: string[] = [];
  for (const line of trace.split('\n')) {
    const [, thread = '', text = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const marked = /"\/winnow-case\/(\w+)"/.exec(text)?.[1];
    if (marked !== undefined) {
      current = [];
      if (marked !== 'end') byCase.set(Number(marked), current);
    } else if (text.endsWith('<unfinished ...>')) begun.set(thread, text.slice(0, -'<unfinished ...>'.length));
    else {
      const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)?.[1];
      current.push(resumed === undefined ? text : `${begun.get(thread) ?? ''}${resumed}`);
    }
  }
  return byCase;
}

function sorted(lines: readonly string[]) {
  const done = lines.flatMap((line) => {
    const [, name = '', result = ''] = /^(\w+)\(.* = (-?\d+.*)$/.exec(line) ?? [];
    return name === '' || result.startsWith('-') ? [] : [{ line, name, result }];
  });
  const isWrite = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/;
  return {
    opened: done
      .filter(({ name }) => opening.includes(name))
      .map(({ result }) => /^\d+<(.*)>$/.exec(result)?.[1] ?? result),
    writing: done
      .filter(({ name, line }) => changing.includes(name) || (opening.includes(name) && isWrite.test(line)))
      .map(({ line }) => line),
    started: done.filter(({ name }) => name === 'execve').map(({ line }) => line),
  };
}
