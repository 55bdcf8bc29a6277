import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** The built command line. */
export const cliFile = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** What a run of the command line gave. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real command line in a process of its own. */
export function runWinnow(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; input?: string } = {},
): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cliFile, ...args], {
    cwd: options.cwd ?? projectRoot,
    env: { PATH: process.env['PATH'] ?? '', ...options.env },
    ...(options.input === undefined ? {} : { input: options.input }),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return { code: status, stdout, stderr };
}
