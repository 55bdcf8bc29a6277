import { Command, CommanderError } from 'commander';
import { packageVersion } from '../disk/package-version.js';
import { addCheck } from './commands/check.js';
import { addDiff } from './commands/diff.js';
import { addEstimate } from './commands/estimate.js';
import { addExclude } from './commands/exclude.js';
import { addExplain } from './commands/explain.js';
import { addExport } from './commands/export.js';
import { addInit } from './commands/init.js';
import { addInspect } from './commands/inspect.js';
import { addReport } from './commands/report.js';
import { addSelect } from './commands/select.js';
import { addServe } from './commands/serve.js';
import { addStatus } from './commands/status.js';
import { exitCodes } from './exit-codes.js';
import { isStreamError, print, printError } from './print.js';

type AddCommand = (program: Command, done: (code: number) => void) => void | Promise<void>;

/** Every command there is, by name, in the order in which one comes to need them: one file each, one entry here. */
const commands: ReadonlyMap<string, AddCommand> = new Map<string, AddCommand>([
  ['inspect', addInspect],
  ['init', addInit],
  ['select', addSelect],
  ['explain', addExplain],
  ['exclude', addExclude],
  ['check', addCheck],
  ['diff', addDiff],
  // Its commands are made from the questions, which are loaded for it alone.
  ['assess', async (program, done) => (await import('./commands/assess.js')).addAssess(program, done)],
  ['serve', addServe],
  ['report', addReport],
  ['export', addExport],
  ['status', addStatus],
  ['estimate', addEstimate],
]);

/** The commands that write; of the others nobody fears it. */
const writing: ReadonlySet<string> = new Set(['select', 'exclude', 'init', 'check', 'export', 'status', 'report']);

/** Runs the command line and gives the exit code; never calls `process.exit` itself, so that output is always whole. */
async function main(args: readonly string[]): Promise<number> {
  let code: number = exitCodes.done;
  const asJson = args.includes('--json');
  const program = new Command('winnow')
    .description('Turns a pile of coding-agent benchmarks into a small, stratified, defensible suite.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    // With --json the one document says it all.
    .configureOutput({ writeOut: print, writeErr: asJson ? () => undefined : printError })
    .showSuggestionAfterError(true)
    .showHelpAfterError('Run "winnow --help" for what there is.')
    .exitOverride();
  // A command that is named is the only one that need be known: making all of them would cost it a tenth of its start.
  const [first = ''] = args;
  const named = commands.get(first);
  const asksVersion = first === '--version' || first === '-V';
  for (const add of named !== undefined ? [named] : asksVersion ? [] : commands.values()) {
    await add(program, (result) => {
      code = result;
    });
  }
  if (args.length === 0) {
    print(program.helpInformation());
    return exitCodes.done;
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    const { reportFailure } = await import('./report-failure.js');
    return reportFailure(error, asJson, writing.has(args[0] ?? ''));
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  // Even the report of a failure found no room.
  printError(`winnow: ${error instanceof Error ? error.message : String(error)}\n`);
  return isStreamError(error) ? exitCodes.callerFault : exitCodes.ourFault;
});
