import { CommanderError } from 'commander';
import type { ErrorDocument } from '../core/contracts/error-document.js';
import { WinnowError } from '../core/model/errors.js';
import type { Fault } from '../core/model/fault.js';
import { exitCodes } from './terminal/exit-codes.js';
import { hasPrinted, print, printError, StreamError } from './terminal/print.js';
import { printFaults } from './terminal/print-faults.js';

/** Tells what went wrong, as text on standard error or as the one JSON document on standard output; gives the exit code. */
export function reportFailure(error: unknown, asJson: boolean, writes: boolean): number {
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
  if (!(error instanceof WinnowError)) return reportOurFault(error, asJson);
  if (asJson) printJson(error.name, error.faults);
  else printFaults(error.faults, writes ? '; nothing was written' : '');
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
