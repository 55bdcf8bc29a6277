import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { isDeep } from './depth.js';

/** The folder of the project. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** The built command line. */
export const cliFile = fileURLToPath(new URL('../../dist/winnow.cjs', import.meta.url));

/** What a run of the command line gave. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and on what the command line runs. */
interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/**
 * Runs the built command line: in `npm run test:deep`, and with an environment or input, in a process of its own; else in a thread
 * in which it is loaded already, which takes a fifth of the time.
 */
export function runWinnow(args: readonly string[], options: RunOptions = {}): Run {
  return isDeep || options.env !== undefined || options.input !== undefined
    ? runInProcess(args, options)
    : runInThread(args, options.cwd);
}

/** Runs the built command line in a process of its own. */
export function runInProcess(args: readonly string[], options: RunOptions = {}): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cliFile, ...args], {
    cwd: options.cwd ?? projectRoot,
    env: { ...plainEnvironment, ...options.env },
    ...(options.input === undefined ? {} : { input: options.input }),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return { code: status, stdout, stderr };
}

const plainEnvironment = { PATH: process.env['PATH'] ?? '' };
let thread: { readonly port: MessagePort; readonly done: Int32Array; readonly worker: Worker } | undefined;

/** Runs the built command line in a thread in which it is loaded already. */
export function runInThread(args: readonly string[], cwd = projectRoot): Run {
  thread ??= startThread();
  const { port, done } = thread;
  const before = process.cwd();
  process.chdir(cwd);
  try {
    Atomics.store(done, 0, 0);
    port.postMessage({ args, env: plainEnvironment });
    // The thread may notify of its last answer only now, which ends a wait too early: only the stored value counts.
    while (Atomics.load(done, 0) === 0) {
      if (Atomics.wait(done, 0, 0, hangMs) !== 'timed-out') continue;
      // A hanging thread is abandoned, and the command runs in a process.
      void thread.worker.terminate();
      thread = undefined;
      process.stderr.write(`winnow ${args.join(' ')} hung in its thread; running it in a process\n`);
      return runInProcess(args, { cwd });
    }
    const run: Run & { readonly error?: string } = receiveMessageOnPort(port)?.message;
    if (run.error !== undefined) throw new Error(run.error);
    return run;
  } finally {
    process.chdir(before);
  }
}

function startThread() {
  const { port1: port, port2: other } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./winnow-thread.mjs', import.meta.url), {
    workerData: { cliFile, port: other, done },
    transferList: [other],
    execArgv: [],
    // Commands leave much garbage; with the default, collecting it takes a quarter of the time.
    resourceLimits: { maxYoungGenerationSizeMb: 128 },
  });
  worker.unref();
  return { port, done, worker };
}

const hangMs = 120_000;
