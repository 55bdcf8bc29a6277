import { count, type NumberFact } from './task-facts.js';

const canary = /^\s*(?:#|<!--).*(?:canary|benchmark data)/i;

/** How long the text of a task is, without the canary lines above it, which no agent is shown; nothing where there is none. */
export function instructionChars(text: unknown): NumberFact[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  return count('instruction_chars', withoutCanary(text).length, true);
}

function withoutCanary(text: string): string {
  let start = 0;
  while (canary.test(lineAt(text, start))) start = nextLine(text, start);
  if (start === 0) return text;
  while (start < text.length && lineAt(text, start).trim() === '') start = nextLine(text, start);
  return text.slice(start);
}

function lineAt(text: string, start: number): string {
  return text.slice(start, nextLine(text, start));
}

function nextLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end + 1;
}
