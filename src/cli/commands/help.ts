import { errorCatalogue, errorHelp } from '../../core/contracts/error-codes.js';
import { print } from '../terminal/print.js';

/** Prints the explanation of an error code, or of all with `help errors`; false if there is no such code. */
export function runHelp(topic: string): boolean {
  if (topic === 'errors') {
    print(`${errorCatalogue.map(({ code, text }) => `${code}\n    ${text}`).join('\n')}\n`);
    return true;
  }
  const found = errorHelp(topic);
  if (found === undefined) return false;
  print(`${found.code}\n    ${found.text}\n`);
  return true;
}
