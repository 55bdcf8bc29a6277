import { quietLine } from '../core/blocks/blocks.js';
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
    const sections = operation.view(result, input);
    const next = sections.length === 0 ? undefined : operation.next?.(result, input);
    const ending = next === undefined ? [] : [{ blocks: [quietLine(`Next: ${next}`)] }];
    const shown = text ?? blocksText([...sections, ...ending], terminalFor(process.stdout));
    if (shown !== '') print(text === undefined ? `${shown}\n` : text);
  }
  return operation.exitCode?.(result, input) ?? 0;
}
