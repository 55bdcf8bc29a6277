import { errorHelp } from '../../core/contracts/error-codes.js';
import { type Fault, faultText } from '../../core/model/errors.js';
import { countOf, visibleText } from '../../core/text/words.js';
import { printError } from './print.js';
import { terminalFor, wrapText } from './terminal.js';

const mostShown = 50;
const mostCodes = 3;

/** Prints errors on standard error, then their number, the outcome of the command and where to read more. */
export function printFaults(faults: readonly Fault[], outcome = ''): void {
  const { bold, danger, lineWidth } = terminalFor(process.stderr);
  const entries = faults
    .slice(0, mostShown)
    .map((fault) => `${danger('error:')} ${visibleLines(faultText(fault), lineWidth)}`);
  if (faults.length > mostShown)
    entries.push(`and ${countOf(faults.length - mostShown, 'more error')} (--json lists all).`);
  const codes = [...new Set(faults.map(({ code }) => code))].filter((code) => errorHelp(code) !== undefined);
  const help = codes.slice(0, mostCodes).map((code) => `winnow help ${code}`);
  const more = help.length === 0 ? '' : ` More: ${help.join(', ')}`;
  printError(`${entries.join('\n')}\n${bold(`${countOf(faults.length, 'error')}${outcome}.`)}${more}\n`);
}

/** Errors quote text from outside; each line is made safe for the terminal. */
function visibleLines(text: string, width: number): string {
  return text
    .split('\n')
    .map((line, i) =>
      wrapText(
        visibleText(line.trimStart(), 2000),
        i === 0 ? width - 'error: '.length : width,
        i === 0 ? '' : '    ',
        '    ',
      ),
    )
    .join('\n');
}
