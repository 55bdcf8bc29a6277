import type { UnknownRecord } from '../../core/model/record.js';
import { type PatchFile, readPatch } from '../patch/read-patch.js';
import { PythonLiteralError, readPythonLiteral } from '../python-literal/read-python-literal.js';
import { count, type NumberFact } from './task-facts.js';

const canary = /^\s*(?:#|<!--).*(?:canary|benchmark data)/i;

/** The length of a task's text without the canary lines above it, which agents don't see; nothing if there is no text. */
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

// Lengths are bounded so that no text, however strange, takes more than one pass.
const number = String.raw`(?<![\d,.])(\d[\d,]{0,14})`;
const gap = String.raw`[\s*_]{1,6}`;
const files = new RegExp(`${number}${gap}files?${gap}modified`, 'i');
const lines = new RegExp(`${number}${gap}additions?[\\s*_,;]{1,8}(?:and${gap})?${number}${gap}deletions?`, 'i');

/** The sizes that an instruction states: "3 files modified", "1,200 additions, 7 deletions". */
export function declaredSizes(instruction: string): NumberFact[] {
  const [, changed] = files.exec(instruction) ?? [];
  const [, additions, deletions] = lines.exec(instruction) ?? [];
  return [
    ...count('files_changed', numberIn(changed), false),
    ...count('additions', numberIn(additions), false),
    ...count('deletions', numberIn(deletions), false),
  ];
}

function numberIn(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
}

/** Counts from a task's patch. */
export interface PatchCounts {
  /** The number of changed files and lines. */
  readonly numbers: readonly NumberFact[];
  /** Problems with the patch. */
  readonly remarks: readonly string[];
  readonly files: readonly PatchFile[];
}

/** Counts the changed files and lines in a patch. */
export function patchCounts(patch: unknown): PatchCounts {
  if (typeof patch !== 'string' || patch.trim() === '') return { numbers: [], remarks: ['no patch'], files: [] };
  const { files, filesChanged, additions, deletions, faults } = readPatch(patch);
  if (filesChanged === 0) return { numbers: [], remarks: ['the patch does not name any files'], files };
  const numbers = [
    { field: 'files_changed', value: filesChanged, measured: true },
    { field: 'additions', value: additions, measured: true },
    { field: 'deletions', value: deletions, measured: true },
  ];
  const [first] = faults;
  return { numbers, remarks: first === undefined ? [] : [`the patch is damaged: ${first}`], files };
}

/** The number of tests that must be fixed and that must keep passing, with problems in the lists. */
export function testCounts(record: UnknownRecord): { numbers: NumberFact[]; remarks: string[] } {
  const numbers: NumberFact[] = [];
  const remarks: string[] = [];
  for (const [field, ...keys] of lists) {
    const key = keys.find((candidate) => Object.hasOwn(record, candidate) && record[candidate] !== null);
    if (key === undefined) continue;
    try {
      numbers.push(...countOfList(field, record[key]));
    } catch (error) {
      remarks.push(`${key} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { numbers, remarks };
}

// SWE-bench Pro writes the keys in lower case, NoCode-bench with a digit, SWE-PolyBench as abbreviations.
const lists = [
  ['tests_to_fix', 'FAIL_TO_PASS', 'fail_to_pass', 'FAIL2PASS', 'F2P'],
  ['tests_to_keep', 'PASS_TO_PASS', 'pass_to_pass', 'PASS2PASS', 'P2P'],
] as const;

function countOfList(field: string, value: unknown): NumberFact[] {
  const { tests, form } = readTestList(value);
  // An empty cell doesn't mean that there are no tests; `[]` does.
  if (form === 'empty') return [];
  // Python joins strings without a comma, so a printed NumPy array would be one long name.
  if (form === 'python' && tests.length === 1 && /['"]\s+['"]/.test(String(value))) {
    throw new Error('expected commas between the names; found none, as in a printed NumPy array');
  }
  return count(field, tests.length, true);
}

/** The names of tests, and the notation of the list. */
interface TestList {
  readonly tests: readonly string[];
  readonly form: 'array' | 'json' | 'python' | 'empty';
}

/** Reads test names from an array, JSON, a Python literal or an empty value. */
export function readTestList(value: unknown): TestList {
  if (value === null || value === undefined) return { tests: [], form: 'empty' };
  if (typeof value !== 'string') return { tests: namesIn(value, ''), form: 'array' };
  if (value.trim() === '') return { tests: [], form: 'empty' };
  const json = parseJson(value);
  // Text valid in both `repr()` and JSON means the same, so trying JSON first never changes a name.
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
  // By index, which also finds holes in a list.
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
