import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { settleFolder } from '../../src/disk/settle-folder.js';
import { cliFile, runWinnow } from './run-winnow.js';

/** A command that writes, and where. */
export interface WritingCommand {
  readonly name: string;
  readonly args: readonly string[];
  /** The folder it writes into. */
  readonly folder: string;
  /** What it says when it is run again after all was written; 0 where that is not said. */
  readonly againCode?: number;
  /** Makes a folder in which it runs. */
  readonly prepare: (cwd: string) => void;
}

/** What killing a command gave. */
export interface KillCount {
  /** Calls to the disk that change something: each is one place to be killed in. */
  readonly calls: number;
  readonly killed: number;
  /** Of those, how often the next start found or made all files new, and not all old. */
  readonly finished: number;
  readonly faults: readonly string[];
}

const preload = new URL('./kill-at-call.mjs', import.meta.url).href;

/**
 * Kills a command in every call to the disk that changes something, or in every nth. After each kill the folder is settled
 * as by the next start, which must give all files old or all new; then the command is run again, and must give all new.
 */
export function killEverywhere(command: WritingCommand, room: string, every: number): KillCount {
  const { args, folder, prepare, againCode = 0 } = command;
  const start = join(room, 'start');
  const cwd = join(room, 'run');
  const restart = () => {
    rmSync(cwd, { recursive: true, force: true });
    cpSync(start, cwd, { recursive: true });
  };
  prepare(start);
  const old = filesIn(start);
  restart();
  const whole = runWinnow(args, { cwd });
  if (whole.code !== 0) return { calls: 0, killed: 0, finished: 0, faults: [`it does not run: ${whole.stderr}`] };
  const done = filesIn(cwd);
  const faults: string[] = [];
  let killed = 0;
  let finished = 0;
  const runKilled = (call: number) => {
    restart();
    const argv = ['--import', preload, cliFile, ...args];
    return spawnSync(process.execPath, argv, { cwd, env: { KILL_AT_CALL: String(call) } });
  };
  let call = every;
  for (; ; call += every) {
    const { status, signal } = runKilled(call);
    if (status === 0) break;
    if (signal !== 'SIGKILL') faults.push(`call ${call}: ended with ${status ?? signal}`);
    killed += 1;
    settleFolder(join(cwd, folder));
    const now = filesIn(cwd).filter((line) => !line.includes('.winnow-claim-'));
    const isNew = same(now, done);
    if (isNew) finished += 1;
    else if (!same(now, old)) faults.push(`call ${call}: neither old nor new: ${now.join(', ')}`);
    const again = runWinnow(args, { cwd });
    if (again.code !== (isNew ? againCode : 0)) faults.push(`call ${call}: run again: ${again.code} ${again.stderr}`);
    if (!same(filesIn(cwd), done)) faults.push(`call ${call}: run again: ${filesIn(cwd).join(', ')}`);
  }
  if (every === 1) return { calls: call - 1, killed, finished, faults };
  // The last that was survived is within one step of the number of calls.
  return { calls: call, killed, finished, faults };
}

/** The files below a folder, each with what it holds; folders do not count. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile() || /(?:^|\/)\.winnow-[^/]*$/.test(name))
    .map((name) => `${name} ${hashOf(join(folder, name))}`)
    .sort();
}

function hashOf(path: string): string {
  if (!statSync(path).isFile()) return 'folder';
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12);
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.join('\n') === b.join('\n');
}
