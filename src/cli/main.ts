import { Command, CommanderError } from 'commander';
import type { ErrorDocument } from '../core/contracts/error-document.js';
import { WinnowError } from '../core/model/errors.js';
import type { Fault } from '../core/model/fault.js';
import { confineAsAsked } from '../disk/file-access.js';
import { packageVersion } from '../disk/own-package.js';
import { exitCodes } from './terminal/exit-codes.js';
import { beginPrinting, hasPrinted, print, printError, StreamError } from './terminal/print.js';

/** Gives a command its description, arguments, options and action; the action says the exit code when it is done. */
type SetUp = (command: Command, done: (code: number) => void) => void;

/** A command as the list knows it; all else is in its file, which is loaded only when the command is called. */
interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Whether it may write files, so that a failure says that nothing was written. */
  readonly writes: boolean;
  readonly load: () => Promise<SetUp>;
}

/** Every command there is, in the order in which one comes to need them: one file each, one entry here. */
const commands: readonly CommandEntry[] = [
  {
    name: 'inspect',
    summary: 'say what tasks are in files and folders, and what is wrong with them',
    writes: false,
    load: async () => (await import('./commands/inspect.js')).addInspect,
  },
  {
    name: 'init',
    summary: 'write a starter plan for the tasks in files and folders',
    writes: true,
    load: async () => (await import('./commands/init.js')).addInit,
  },
  {
    name: 'select',
    summary: 'select tasks by a plan; write the manifest, the methodology page and a table',
    writes: true,
    load: async () => (await import('./commands/select.js')).addSelect,
  },
  {
    name: 'explain',
    summary: 'say why a task is in or out, and what would change that',
    writes: false,
    load: async () => (await import('./commands/explain.js')).addExplain,
  },
  {
    name: 'exclude',
    summary: 'exclude a task, with a reason, or propose exclusions from runs of the reference solution',
    writes: true,
    load: async () => (await import('./commands/exclude.js')).addExclude,
  },
  {
    name: 'check',
    summary: 'check that a selection is what its plan and its pool give now',
    writes: true,
    load: async () => (await import('./commands/check.js')).addCheck,
  },
  {
    name: 'diff',
    summary: 'show what changes from one selection to another, and why',
    writes: false,
    load: async () => (await import('./commands/diff.js')).addDiff,
  },
  {
    name: 'refresh',
    summary: 'replace unsound tasks and, where full results of newer systems exist, make a new version',
    writes: true,
    load: async () => (await import('./commands/refresh.js')).addRefresh,
  },
  {
    name: 'assess',
    summary: 'ask how good a selection is, before and after its runs',
    writes: false,
    load: async () => (await import('./commands/assess.js')).addAssess,
  },
  {
    name: 'serve',
    summary: 'open a page that shows the selection and what would change it',
    writes: false,
    load: async () => (await import('./commands/serve.js')).addServe,
  },
  {
    name: 'report',
    summary: 'write a page that shows the selection and what would change it, as one file',
    writes: true,
    load: async () => (await import('./commands/report.js')).addReport,
  },
  {
    name: 'pool',
    summary: 'write the tasks of a plan as one table, to be read instead of its sources',
    writes: true,
    load: async () => (await import('./commands/pool.js')).addPool,
  },
  {
    name: 'pilot',
    summary: 'design a small paired pilot: how many tasks and repeats a budget is best spent on',
    writes: true,
    load: async () => (await import('./commands/pilot.js')).addPilot,
  },
  {
    name: 'export',
    summary: 'write what a runner needs to run the selection',
    writes: true,
    load: async () => (await import('./commands/export.js')).addExport,
  },
  {
    name: 'status',
    summary: 'show what of the selection has been run, and what the rest will cost',
    writes: true,
    load: async () => (await import('./commands/status.js')).addStatus,
  },
  {
    name: 'estimate',
    summary: 'from results on the selected tasks, estimate the pool',
    writes: false,
    load: async () => (await import('./commands/estimate.js')).addEstimate,
  },
  {
    name: 'mcp',
    summary: 'let an agent select, explain, assess and export, over the Model Context Protocol',
    writes: false,
    load: async () => (await import('./commands/mcp.js')).addMcp,
  },
];

/** Runs the command line and gives the exit code; it ends by itself, but for what nobody caught. */
async function main(args: readonly string[]): Promise<number> {
  beginPrinting();
  let code: number = exitCodes.done;
  const asJson = args.includes('--json');
  const called = commands.find(({ name }) => name === (args[0] === 'help' ? args[1] : args[0]));
  const fail = (error: unknown) => reportFailure(error, asJson, called?.writes === true);
  // What nobody waited for or caught is told like any other fault of ours, and then it is over: nothing can be relied on.
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
  } catch (error) {
    return fail(error);
  }
  const program = new Command('winnow')
    .description('Turns a pile of coding-agent benchmarks into a small, stratified, defensible suite.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    // With --json the one document says it all.
    .configureOutput({ writeOut: print, writeErr: asJson ? () => undefined : printError })
    .showSuggestionAfterError(true)
    .showHelpAfterError(`Run "winnow ${called === undefined ? '' : `${called.name} `}--help" for what there is.`)
    .exitOverride();
  // A command that is called is the only one that need be known; for help and suggestions names and summaries will do.
  for (const { name, summary, load } of called === undefined ? commands : [called]) {
    const command = program.command(name).summary(summary);
    if (called === undefined) continue;
    (await load())(command, (result) => {
      code = result;
    });
  }
  try {
    if (args.length === 0) return await (await import('./commands/here.js')).runHere();
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return error instanceof CommanderError && error.exitCode === 0 ? exitCodes.done : fail(error);
  }
}

/** Tells what went wrong, as text on standard error or as the one JSON document on standard output; gives the exit code. */
async function reportFailure(error: unknown, asJson: boolean, writes: boolean): Promise<number> {
  if (error instanceof StreamError) {
    printError(`winnow: standard output cannot be written: ${error.message}.\n`);
    return exitCodes.callerFault;
  }
  if (error instanceof CommanderError) {
    // Commander has told a person already.
    const message = error.message.replace(/^error: /, '');
    if (asJson) printJson('UsageError', [{ code: 'usage', message: `${message}.` }]);
    return exitCodes.callerFault;
  }
  if (!(error instanceof WinnowError)) {
    const { inputErrorOf } = await import('../disk/reason-of.js');
    const inputError = inputErrorOf(error);
    return inputError === undefined ? reportOurFault(error, asJson) : reportFailure(inputError, asJson, writes);
  }
  if (asJson) printJson(error.name, error.faults);
  else {
    const { printFaults } = await import('./terminal/print-faults.js');
    printFaults(error.faults, writes ? '; nothing was written' : '');
  }
  return exitCodes.callerFault;
}

function reportOurFault(error: unknown, asJson: boolean): number {
  const message = error instanceof Error ? error.message : String(error);
  if (asJson) printJson('InternalError', [{ code: 'internal', message }]);
  else {
    const detail = error instanceof Error ? (error.stack ?? message) : message;
    printError(
      `winnow: this is a fault in Winnow, not in your input. Please report it with what follows.\n${detail}\n`,
    );
  }
  return exitCodes.ourFault;
}

function printJson(kind: string, faults: readonly Fault[]): void {
  // Of two documents a program could read neither; the exit code tells it.
  if (hasPrinted()) return;
  const document = { error: { kind, faults } } satisfies ErrorDocument;
  print(`${JSON.stringify(document, null, 2)}\n`);
}

/** Even the report of a failure found no room. */
function unreported(error: unknown): number {
  printError(`winnow: ${error instanceof Error ? error.message : String(error)}\n`);
  return error instanceof StreamError ? exitCodes.callerFault : exitCodes.ourFault;
}

process.exitCode = await main(process.argv.slice(2)).catch(unreported);
