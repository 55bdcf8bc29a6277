import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { exportMarkerOf } from '../../src/core/contracts/provenance-document.js';
import { cliFile, type Run, runInThread, runWinnow } from './run-winnow.js';

/** A command that writes. */
export interface WritingCommand {
  readonly name: string;
  readonly args: readonly string[];
  /** The exit code of a second run after everything was written; 0 if not given. */
  readonly againCode?: number;
  /** Whether a second run may give other files, which then agree with each other. */
  readonly mayDiffer?: boolean;
  /** Commands that read what it writes. None of them writes. */
  readonly readers: readonly (readonly string[])[];
  /** The folder of the export that it writes. */
  readonly exported?: string;
  /** Makes a folder in which it runs. */
  readonly prepare: (cwd: string) => void;
}

/** The result of killing a command at many points. */
export interface KillCount {
  readonly killed: number;
  /** How many readers gave the old answer, the new answer, or an error that names the command to run. */
  readonly answers: { old: number; new: number; error: number };
  readonly faults: readonly string[];
}

const preload = new URL('./kill-at-call.mjs', import.meta.url).href;
const isOwn = (name: string) => /(?:^|\/)\.winnow-[^/]*$/.test(name);

/**
 * Kills a command in every nth call that changes the disk. After each kill, every file must be whole, old or new; every
 * reader must give the old answer, the new one, or an error that names the command to run, and write nothing. Then the
 * command, or the one that its error names, must write everything and leave nothing behind.
 */
export function killEverywhere(command: WritingCommand, room: string, every: number): KillCount {
  const { args, prepare, readers } = command;
  const [start, end, cwd] = [join(room, 'start'), join(room, 'end'), join(room, 'run')] as const;
  const faults: string[] = [];
  const answers = { old: 0, new: 0, error: 0 };
  // Each in the same place, so that paths in answers are the same.
  const lay = (from: string) => {
    rmSync(cwd, { recursive: true, force: true });
    cpSync(from, cwd, { recursive: true });
  };
  prepare(start);
  const old = filesIn(start);
  lay(start);
  const oldAnswers = readers.map((reader) => answerOf(reader, cwd));
  const whole = runInThread(args, cwd);
  if (whole.code !== 0) return { killed: 0, answers, faults: [`it does not run: ${whole.stderr}`] };
  cpSync(cwd, end, { recursive: true });
  const done = filesIn(cwd);
  const newAnswers = readers.map((reader) => answerOf(reader, cwd));
  const seen = new Set<string>();

  const read = (call: number, state: string) => {
    if (seen.has(state)) return;
    seen.add(state);
    const before = snapshotOf(cwd);
    for (const [i, reader] of readers.entries()) {
      const answer = answerOf(reader, cwd);
      const text = `${answer.stdout}${answer.stderr}`;
      if (isSame(answer, newAnswers[i])) answers.new += 1;
      else if (isSame(answer, oldAnswers[i])) answers.old += 1;
      else if (answer.code !== 0 && answer.code !== 3 && /winnow (?:select|check|export|refresh)|add --fix/.test(text))
        answers.error += 1;
      else faults.push(`call ${call}: ${reader.join(' ')}: ${answer.code} ${text.slice(0, 2000)}`);
    }
    if (snapshotOf(cwd) !== before) faults.push(`call ${call}: a reader wrote`);
  };

  let killed = 0;
  for (let call = every; ; call += every) {
    lay(start);
    const argv = ['--import', preload, cliFile, ...args];
    const { status, signal, stderr } = spawnSync(process.execPath, argv, { cwd, env: { KILL_AT_CALL: String(call) } });
    if (status === 0) break;
    if (signal !== 'SIGKILL') {
      faults.push(`call ${call}: ended with ${status ?? signal}: ${stderr}`);
      break;
    }
    killed += 1;
    makeLocksStale(cwd);
    const now = filesIn(cwd);
    const visible = [...visibleIn(now)];
    for (const [name, hash] of visible) {
      if (hash !== old.get(name) && hash !== done.get(name))
        faults.push(`call ${call}: ${name} is neither old nor new`);
    }
    for (const name of old.keys()) {
      if (done.has(name) && !now.has(name)) faults.push(`call ${call}: ${name} is gone`);
    }
    const isWhole = [old, done].some((each) => isSameFiles(new Map(visible), each));
    if (command.exported !== undefined && !isWhole && isIntact(join(cwd, command.exported)))
      faults.push(`call ${call}: the provenance does not show that the export is not whole`);
    read(call, JSON.stringify([visible, visible.length < now.size]));
    faults.push(...finish(command, cwd, done).map((fault) => `call ${call}: ${fault}`));
  }
  return { killed, answers, faults };
}

/** Whether an export has a provenance and every file in it has the hash that is recorded there. */
function isIntact(folder: string): boolean {
  const file = join(folder, 'provenance.json');
  const marker = existsSync(file) ? exportMarkerOf(readFileSync(file, 'utf8')) : undefined;
  if (marker === undefined) return false;
  const hashes = filesIn(folder);
  return (
    [...marker.files].every(([name, sha256]) => sha256.startsWith(hashes.get(name) ?? '-')) &&
    [...hashes.keys()].every((name) => isOwn(name) || name === 'provenance.json' || marker.files.has(name))
  );
}

/** Runs a command again, or the one that its error names, and compares what is then there. */
function finish({ args, againCode = 0, mayDiffer = false }: WritingCommand, cwd: string, done: Files): string[] {
  const before = visibleIn(filesIn(cwd));
  const again = runWinnow(args, { cwd });
  const [, named] = again.code === 2 ? (/"winnow (select [^"]+)"/.exec(again.stderr) ?? []) : [];
  const run = named === undefined ? again : runWinnow(named.split(' '), { cwd });
  if (run.code !== 0 && run.code !== againCode) return [`run again: ${run.code} ${run.stderr}`];
  const left = filesIn(cwd);
  // A run that has nothing to write deletes nothing, and select deletes nothing in the folder of the plan.
  const wroteAll = named === undefined && !isSameFiles(before, done);
  if (isSameFiles(wroteAll ? left : visibleIn(left), done)) return [];
  if (mayDiffer && runInThread(['check'], cwd).code === 0) return [];
  return [`run again: ${[...left.keys()].join(', ')}`];
}

type Files = ReadonlyMap<string, string>;

function visibleIn(files: Files): Files {
  return new Map([...files].filter(([name]) => !isOwn(name)));
}

/** What a reader prints and its exit code, without notes on temporary files and on a plan that has changed since. */
function answerOf(args: readonly string[], cwd: string): Run {
  const { code, stdout, stderr } = runInThread(args, cwd);
  const isNote = (line: string) => /^(?:note: .*temporary file|Plan: )/.test(line.trim());
  const withoutNotes = (text: string) =>
    text
      .split('\n')
      .filter((line) => !isNote(line))
      .join('\n');
  return { code, stdout: withoutNotes(stdout), stderr: withoutNotes(stderr) };
}

function isSame(a: Run, b: Run | undefined): boolean {
  return a.code === b?.code && a.stdout === b?.stdout && a.stderr === b?.stderr;
}

function isSameFiles(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return JSON.stringify([...a]) === JSON.stringify([...b]);
}

/** As if half a minute had passed since the kill. */
export function makeLocksStale(cwd: string): void {
  const time = Date.now() / 1000 - 60;
  for (const name of readdirSync(cwd, { recursive: true, encoding: 'utf8' })) {
    if (/(?:^|\/)\.winnow-lock$/.test(name)) utimesSync(join(cwd, name), time, time);
  }
}

/** The files below a folder, each with its hash; folders do not count. */
export function filesIn(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')
          .slice(0, 12),
      ]),
  );
}

/** All names below a folder with contents and times: whoever writes anything changes it. */
export function snapshotOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const status = (name: string) => {
    const { ino, mtimeNs, size } = statSync(join(folder, name), { bigint: true });
    return `${name} ${ino} ${mtimeNs} ${size}`;
  };
  return JSON.stringify([['.', ...names].map(status), [...filesIn(folder)]]);
}
