import { Command, CommanderError } from 'commander';
import { quietLine } from '../core/blocks/blocks.js';
import type { ErrorDocument } from '../core/contracts/command-documents.js';
import { type Fault, WinnowError } from '../core/model/errors.js';
import { joinWords } from '../core/text/words.js';
import { confineAsAsked } from '../disk/file-access.js';
import { packageVersion } from '../disk/own-package.js';
import { documentText, flagName, groups, type Operation, type Ports } from '../operations/declare/operation.js';
import { operations } from '../operations/operations.js';
import { type CommandEntry, commandOf } from './commands/command-of.js';
import { blocksText } from './terminal/blocks-text.js';
import { terminalPorts } from './terminal/ports.js';
import { beginPrinting, hasPrinted, print, printError, StreamError } from './terminal/print.js';
import { terminalFor } from './terminal/terminal.js';

const servers: readonly { readonly name: string; readonly load: () => Promise<unknown> }[] = [
  { name: 'view', load: async () => (await import('./commands/view.js')).view },
  { name: 'mcp', load: async () => (await import('./commands/mcp.js')).mcp },
];

/** The exit codes of every command. */
const exitCodes = {
  done: 0,
  /** A check that the caller asked for did not pass. */
  gate: 1,
  /** The input or the command is wrong, and the caller can fix it. */
  callerFault: 2,
  /** A bug in Winnow. */
  ourFault: 3,
} as const;

/** The names of commands before version 0.3, which still work. */
const formerNames = new Map([['serve', 'view']]);
/** Flags by their former names, with the command if it is only one. */
const formerFlags = new Map([
  ['--repeat', '--repeats'],
  ['exclude -r', '--reason'],
]);

/** A command, with whether it may write files, so that a failure says that nothing was written. */
interface Called {
  readonly entry: CommandEntry;
  readonly writes: boolean;
  readonly parts: readonly CommandEntry[];
}

/** The command of a name; undefined if there is none. */
async function commandNamed(name: string): Promise<Called | undefined> {
  const server = servers.find((each) => each.name === name);
  if (server !== undefined) return { entry: (await server.load()) as CommandEntry, writes: false, parts: [] };
  const operation = await operations.find((each) => each.name === name)?.load();
  if (operation === undefined) return undefined;
  return { entry: entryOf(operation), writes: operation.writes, parts: (operation.parts ?? []).map(entryOf) };
}

function entryOf(operation: Operation): CommandEntry {
  return { ...operation, run: (input, asJson) => runOperation(operation, input as never, asJson) };
}

async function runOperation(operation: Operation, input: never, asJson: boolean): Promise<number> {
  // With --json the document is all that is printed.
  const ports: Ports = asJson ? { ...terminalPorts, note: () => undefined } : terminalPorts;
  const result = await operation.run(input, ports);
  // Signals and uncaught errors come first, so that a run that failed prints no result.
  await new Promise(setImmediate);
  if (asJson) print(documentText(operation, result, input));
  else {
    const text = operation.text?.(result, input);
    const sections = operation.view(result, input);
    const next = sections.length === 0 ? undefined : operation.next?.(result, input);
    const ending = next === undefined ? [] : [{ blocks: [quietLine(`Next: ${next}`)] }];
    const shown = text ?? blocksText([...sections, ...ending], terminalFor(process.stdout));
    if (shown !== '') print(text === undefined ? `${shown}\n` : text);
  }
  return operation.exitCode?.(result, input) ?? 0;
}

export async function main(given: readonly string[]): Promise<number> {
  return run(given).catch(unreported);
}

async function run(given: readonly string[]): Promise<number> {
  beginPrinting();
  let code: number = exitCodes.done;
  const asJson = given.includes('--json') || given[0] === 'operate';
  const args = currentArguments(given, asJson);
  const name = args[0] === 'help' ? args[1] : args[0];
  let called: Called | undefined;
  const fail = (error: unknown) => reportFailure(error, asJson, called);
  // An uncaught error is reported as a bug, and then the process ends.
  let isOver = false;
  const lastResort = (error: unknown) => {
    if (isOver) return;
    isOver = true;
    void fail(error)
      .catch(unreported)
      .then((result) => process.exit(result));
  };
  process.on('uncaughtException', lastResort).on('unhandledRejection', lastResort);
  try {
    confineAsAsked(process.env);
    called = name === undefined ? undefined : await commandNamed(name);
  } catch (error) {
    return fail(error);
  }
  const program = new Command('winnow')
    .description('Picks the benchmark tasks worth running, and tells you what the results prove.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [topic]', 'Explain a command or an error code')
    // With --json, only the document is printed.
    .configureOutput({ writeOut: print, writeErr: asJson ? () => undefined : printError })
    .showSuggestionAfterError(true)
    .showHelpAfterError(helpHint(called))
    .exitOverride();
  const done = (result: number) => {
    code = result;
  };
  try {
    if (name === 'operate') return await (await import('./commands/operate.js')).runOperate();
    if (args[0] === 'help' && name !== undefined && called === undefined) {
      const { runHelp } = await import('./commands/help.js');
      runHelp(
        name,
        [...operations, ...servers].map((each) => each.name),
      );
      return exitCodes.done;
    }
    if (args.length === 0) return await (await import('./commands/here.js')).runHere();
    // Load only the command that is called; help and suggestions need all of them.
    if (called !== undefined) addCommand(program, called, done);
    else if (!/^(?:-V|--version)$/.test(name ?? '')) await addSummaries(program);
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return error instanceof CommanderError && error.exitCode === 0 ? exitCodes.done : fail(error);
  }
}

/** Replaces former names with current ones, and prints a note for each. */
function currentArguments(args: readonly string[], asJson: boolean): readonly string[] {
  const [name, ...rest] = args;
  if (name === undefined) return args;
  const current = formerNames.get(name);
  const tell = (before: string, now: string) => {
    if (!asJson) printError(`note: ${before} is now ${now}\n`);
  };
  if (current !== undefined) tell(`winnow ${name}`, `winnow ${current}`);
  const flags = rest.map((word) => {
    const [flag = '', ...value] = word.split('=');
    const now = formerFlags.get(flag) ?? formerFlags.get(`${name} ${flag}`);
    if (now === undefined) return word;
    tell(flag, now);
    return [now, ...value].join('=');
  });
  return [current ?? name, ...flags];
}

function helpHint(called: Called | undefined): string {
  return `Run "winnow ${called === undefined ? '' : `${called.entry.name} `}--help" for usage.`;
}

function addCommand(program: Command, { entry, parts }: Called, done: (code: number) => void): void {
  const made = program.command(entry.name);
  // A word before the selection can only be the name of a part.
  const refuse: CommandEntry['run'] = async (input, asJson) => {
    if (made.args.length > 1)
      throw (await import('../operations/assess.js')).unknownPart(made.args[0] ?? '', made.args[1]);
    return entry.run(input, asJson);
  };
  commandOf(made, parts.length === 0 ? entry : { ...entry, run: refuse }, done);
  if (parts.length > 0) made.allowExcessArguments();
  for (const part of parts) commandOf(made.command(part.name.slice(entry.name.length + 1)), part, done);
}

async function addSummaries(program: Command): Promise<void> {
  for (const { name, summary, group } of await summaries()) {
    program.command(name).summary(summary).helpGroup(`${group}:`);
  }
}

async function summaries() {
  const all = await Promise.all(operations.map(({ load }) => load()));
  const last = await Promise.all(
    servers.map(async ({ load }) => ({ ...((await load()) as CommandEntry), group: 'Share' })),
  );
  const list = [...all, ...last].map(({ name, summary, group }) => ({ name, summary, group }));
  return groups.flatMap((each) => list.filter(({ group }) => group === each));
}

/** Reports an error, as text on standard error or as the JSON document on standard output; returns the exit code. */
async function reportFailure(error: unknown, asJson: boolean, called: Called | undefined): Promise<number> {
  if (error instanceof StreamError) {
    printError(`error: cannot write to standard output: ${error.message}.\n`);
    return exitCodes.callerFault;
  }
  if (error instanceof CommanderError) {
    // Commander has already printed it.
    const message = error.message.replace(/^error: /, '');
    if (asJson) printJson('UsageError', [{ code: 'usage', message: `${message}.` }]);
    else printError(await otherCommands(message));
    return exitCodes.callerFault;
  }
  if (!(error instanceof WinnowError)) {
    const { inputErrorOf } = await import('../disk/reason-of.js');
    const inputError = inputErrorOf(error);
    return inputError === undefined ? reportOurFault(error, asJson) : reportFailure(inputError, asJson, called);
  }
  if (asJson) printJson(error.name, error.faults);
  else if (error.name === 'UsageError') {
    const [{ message } = { message: '' }] = error.faults;
    printError(`error: ${message.replace(/\.$/, '')}\n${helpHint(called)}\n`);
  } else {
    const { printFaults } = await import('./terminal/print-faults.js');
    printFaults(error.faults, called?.writes === true ? '; nothing was written' : '');
  }
  return exitCodes.callerFault;
}

/** A hint that names the commands with an option that the called command doesn't have. */
async function otherCommands(message: string): Promise<string> {
  const flag = /^unknown option '--([a-z-]+)/.exec(message)?.[1];
  if (flag === undefined) return '';
  const all = await Promise.all(operations.map(({ load }) => load()));
  const having = all.filter(({ input }) => Object.keys(input).some((key) => flagName(key) === flag));
  const names = having.map(({ name }) => `"winnow ${name}"`);
  return names.length === 0 || names.length > 3 ? '' : `--${flag} is an option of ${joinWords(names)}.\n`;
}

function reportOurFault(error: unknown, asJson: boolean): number {
  const message = error instanceof Error ? error.message : String(error);
  if (asJson) printJson('InternalError', [{ code: 'internal', message }]);
  else {
    const detail = error instanceof Error ? (error.stack ?? message) : message;
    printError(
      `error: this is a bug in Winnow, not in your input. Please report it with the details below.\n${detail}\n`,
    );
  }
  return exitCodes.ourFault;
}

function printJson(kind: string, faults: readonly Fault[]): void {
  // A second document would make the first unreadable; the exit code shows the failure.
  if (hasPrinted()) return;
  const document = { error: { kind, faults } } satisfies ErrorDocument;
  print(`${JSON.stringify(document, null, 2)}\n`);
}

function unreported(error: unknown): number {
  printError(`winnow: ${error instanceof Error ? error.message : String(error)}\n`);
  return error instanceof StreamError ? exitCodes.callerFault : exitCodes.ourFault;
}
