import { faultText } from '../../core/model/errors.js';
import type { Fault } from '../../core/model/fault.js';
import { countOf } from '../../core/text/numbers.js';
import { visibleText } from '../../core/text/visible-text.js';
import { printError } from './print.js';
import { terminalFor } from './terminal.js';

/** Nobody mends more in one go. */
const mostTold = 50;

/** Tells faults on standard error, the first of them in full; `outcome` says what became of the work. */
export function printFaults(faults: readonly Fault[], outcome = ''): void {
  const { bold, danger, rich } = terminalFor(process.stderr);
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
  const mark = danger(rich ? '✗' : '-');
  const entries = faults.slice(0, mostTold).map((fault) => `${mark} ${visibleLines(faultText(fault))}`);
  if (faults.length > mostTold) entries.push(`and ${countOf(faults.length - mostTold, 'more fault')}; --json has all.`);
  printError(`${bold(`winnow: ${count}${outcome}.`)}\n${entries.join('\n')}\n`);
}

/** Faults quote what strangers wrote; each line is made safe for the terminal. */
function visibleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => visibleText(line, 2000))
    .join('\n');
}
