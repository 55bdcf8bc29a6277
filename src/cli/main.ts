import { Command, CommanderError } from 'commander';
import { packageVersion } from '../disk/package-version.js';
import { addInit } from './commands/init.js';
import { addInspect } from './commands/inspect.js';
import { addSelect } from './commands/select.js';
import { exitCodes } from './exit-codes.js';
import { print, printError } from './print.js';

/** Every command there is: one file each, one entry here. */
const commands = [addSelect, addInspect, addInit];

/** Runs the command line and gives the exit code; never calls `process.exit` itself, so that output is always whole. */
async function main(args: readonly string[]): Promise<number> {
  let code: number = exitCodes.done;
  const program = new Command('winnow')
    .description('Turns a pile of coding-agent benchmarks into a small, stratified, defensible suite.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .configureOutput({ writeOut: print, writeErr: printError })
    .showSuggestionAfterError(true)
    .showHelpAfterError('Run "winnow --help" for what there is.')
    .exitOverride();
  for (const add of commands) {
    add(program, (result) => {
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
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.callerFault;
    const { reportFailure } = await import('./report-failure.js');
    return reportFailure(error, args.includes('--json'));
  }
}

process.exitCode = await main(process.argv.slice(2));
