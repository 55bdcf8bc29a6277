import * as z from 'zod/mini';
import { line } from '../core/blocks/blocks.js';
import { digestText } from '../core/blocks/digest.js';
import { embeddedPlans, isPlanText } from '../disk/load-plan.js';
import { flagDetails, type Operation, type Ports } from '../operations/declare/operation.js';
import { operations } from '../operations/operations.js';
import type { Folders } from './folders.js';

/** A digest has at most this many characters, about 1,300 tokens. */
const mostCharacters = 5200;

/** Begins a line of progress on standard error. */
export const progressMark = '\u001eprogress ';

export async function agentOperations(): Promise<readonly Operation[]> {
  const all = await Promise.all(operations.map(({ load }) => load()));
  return all.filter(({ forAgents }) => forAgents);
}

export function agentInput({ input }: Operation): z.ZodMiniObject {
  const shape = Object.entries(input).filter(([, option]) => {
    const { commandOnly, libraryOnly, notForAgents, former } = flagDetails(option);
    return [commandOnly, libraryOnly, notForAgents, former].every((each) => each !== true);
  });
  return z.strictObject(Object.fromEntries(shape));
}

/**
 * Checks the input of an operation. A server that may not write uses dry runs.
 * @throws ZodError if the input is not valid, AccessError if a path is outside the folders.
 */
export function checkedInput(operation: Operation, given: unknown, folders: Folders): Record<string, unknown> {
  const input: Record<string, unknown> = z.parse(agentInput(operation), given);
  const isDry = !folders.mayWrite && 'dryRun' in operation.input;
  for (const [key, option] of Object.entries(operation.input)) {
    const { path } = flagDetails(option);
    const values = path === undefined ? [] : [input[key]].flat().filter((value) => typeof value === 'string');
    for (const value of values) {
      if (isPlanText(value) || embeddedPlans().includes(value)) continue;
      folders.assertUsable(value, path === 'write' && !isDry ? 'write' : 'read');
    }
  }
  return isDry ? { ...input, dryRun: true } : input;
}

/** The answer of an operation: what an agent reads, the whole document, and the exit code of the command. */
export interface AgentAnswer {
  readonly digest: string;
  readonly document: object;
  readonly exitCode: number;
}

export async function answerOf(operation: Operation, input: never, ports: Ports): Promise<AgentAnswer> {
  const notes: string[] = [];
  const result = await operation.run(input, { ...ports, note: (message) => notes.push(message) });
  const sections = (operation.digest ?? operation.view)(result, input);
  const next = operation.next?.(result, input);
  const ending = [...notes, ...(next === undefined ? [] : [`Next: ${next}`])].map((words) => ({
    blocks: [line(words)],
  }));
  const room = mostCharacters - ending.reduce((sum, { blocks: [only] }) => sum + String(only?.words).length + 1, 0);
  return {
    digest: [digestText(sections, room), digestText(ending, mostCharacters)].filter((text) => text !== '').join('\n'),
    document: operation.document(result, input),
    exitCode: operation.exitCode?.(result, input) ?? 0,
  };
}
