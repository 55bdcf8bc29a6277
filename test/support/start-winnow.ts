import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cliFile, projectRoot, type Run } from './run-winnow.js';

/** A command that runs on until it is stopped. */
export interface RunningWinnow {
  /** What it has printed to standard output by now: a whole JSON document. */
  readonly printed: string;
  readonly url: string;
  /** Asks it to end as a terminal would, and gives how it did. */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<Run>;
}

/** Starts `winnow serve … --json` in a process of its own, and waits for its address. */
export async function startWinnow(
  args: readonly string[],
  cwd = projectRoot,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningWinnow> {
  const child = spawn(process.execPath, [cliFile, ...args, '--json'], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const printed = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.endsWith('}\n')) resolve();
    });
  });
  await Promise.race([printed, ended]);
  const { url } = JSON.parse(stdout || '{}') as { url?: string };
  if (url === undefined) throw new Error(`winnow ${args.join(' ')} did not start: ${stdout}${stderr}`);
  return {
    printed: stdout,
    url,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const [code] = await ended;
      return { code, stdout, stderr };
    },
  };
}
