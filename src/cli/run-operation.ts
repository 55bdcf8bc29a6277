import { documentText, type Operation, type Ports } from '../operations/declare/operation.js';
import { blocksText } from './terminal/blocks-text.js';
import { terminalPorts } from './terminal/ports.js';
import { print } from './terminal/print.js';
import { terminalFor } from './terminal/terminal.js';

/** Runs an operation and prints its document or its view; returns the exit code. */
export async function runOperation(operation: Operation, input: never, asJson: boolean): Promise<number> {
  // With --json the document is all that is printed.
  const ports: Ports = asJson ? { ...terminalPorts, note: () => undefined } : terminalPorts;
  const result = await operation.run(input, ports);
  if (asJson) print(documentText(operation, result, input));
  else {
    const text = operation.text?.(result, input);
    const shown = text ?? blocksText(operation.view(result, input), terminalFor(process.stdout));
    if (shown !== '') print(text === undefined ? `${shown}\n` : text);
  }
  return operation.exitCode?.(result, input) ?? 0;
}
