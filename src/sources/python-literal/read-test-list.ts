import { readPythonLiteral } from './read-python-literal.js';
import { PythonLiteralError } from './text-cursor.js';

/** The names of tests, and how they were written down. */
interface TestList {
  readonly tests: readonly string[];
  readonly form: 'array' | 'json' | 'python' | 'empty';
}

/** Reads the names of tests from an array, from JSON, from a Python literal, or from nothing at all. */
export function readTestList(value: unknown): TestList {
  if (value === null || value === undefined) return { tests: [], form: 'empty' };
  if (typeof value !== 'string') return { tests: namesIn(value, ''), form: 'array' };
  if (value.trim() === '') return { tests: [], form: 'empty' };
  const json = parseJson(value);
  // What `repr()` prints and JSON reads too means the same in both, so trying JSON first never changes a name.
  if (json !== undefined) return { tests: namesIn(json.value, ' in JSON'), form: 'json' };
  return { tests: namesIn(parsePython(value), ' in a Python literal'), form: 'python' };
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function parsePython(text: string): unknown {
  try {
    return readPythonLiteral(text);
  } catch (error) {
    if (!(error instanceof PythonLiteralError)) throw error;
    const problem = `text that is neither JSON nor a Python literal (${error.message})`;
    throw new Error(`expected a list of test names, found ${problem}`, { cause: error });
  }
}

function namesIn(value: unknown, place: string): readonly string[] {
  if (!Array.isArray(value)) throw new Error(`expected a list of test names, found ${kindOf(value)}${place}`);
  const items: readonly unknown[] = value;
  // By its number, which finds what a list leaves out as well.
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (typeof item !== 'string')
      throw new Error(`expected a list of test names, found ${kindOf(item)}${place} as item ${index + 1}`);
  }
  return items.slice() as string[];
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Map) return 'a dict';
  if (value instanceof Set) return 'a set';
  if (value instanceof Uint8Array) return 'bytes';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
