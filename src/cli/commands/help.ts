import { errorCatalogue, errorHelp } from '../../core/contracts/error-codes.js';
import { didYouMean } from '../../core/text/nearest-name.js';
import { UsageError } from '../../operations/declare/operation.js';
import { print } from '../terminal/print.js';

/** Prints the explanation of an error code, or of all codes for `errors`. @throws UsageError if the code is unknown. */
export function runHelp(topic: string, commands: readonly string[]): void {
  if (topic === 'errors') {
    print(`${errorCatalogue.map(({ code, text }) => `${code}\n    ${text}`).join('\n')}\n`);
    return;
  }
  const found = errorHelp(topic);
  if (found === undefined) {
    const known = [...commands, 'errors', ...errorCatalogue.map(({ code }) => code)];
    const message = `there is no command or error code "${topic}".${didYouMean(topic, known)} "winnow help errors" lists all codes`;
    throw new UsageError(message);
  }
  print(`${found.code}\n    ${found.text}\n`);
}
