import type { UnknownRecord } from '../../core/model/record.js';
import { readTestList } from '../python-literal/read-test-list.js';
import { count, type NumberFact } from './task-facts.js';

/** How many tests a row lists to be fixed and to be kept passing; with what is wrong with a list. */
export function testCounts(record: UnknownRecord): { numbers: NumberFact[]; remarks: string[] } {
  const numbers: NumberFact[] = [];
  const remarks: string[] = [];
  for (const [field, ...keys] of lists) {
    const key = keys.find((candidate) => Object.hasOwn(record, candidate) && record[candidate] !== null);
    if (key === undefined) continue;
    try {
      numbers.push(...countOfList(field, record[key]));
    } catch (error) {
      remarks.push(`its ${key} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { numbers, remarks };
}

// SWE-bench Pro writes the keys in lower case, NoCode-bench with a figure, SWE-PolyBench short.
const lists = [
  ['tests_to_fix', 'FAIL_TO_PASS', 'fail_to_pass', 'FAIL2PASS', 'F2P'],
  ['tests_to_keep', 'PASS_TO_PASS', 'pass_to_pass', 'PASS2PASS', 'P2P'],
] as const;

function countOfList(field: string, value: unknown): NumberFact[] {
  const { tests, form } = readTestList(value);
  // An empty cell does not say that there are no tests; `[]` does.
  if (form === 'empty') return [];
  // Python joins texts that no comma parts, so an array as NumPy prints it would read as one long name.
  if (form === 'python' && tests.length === 1 && /['"]\s+['"]/.test(String(value))) {
    throw new Error('expected commas between the names, found none, as NumPy prints arrays');
  }
  return count(field, tests.length, true);
}
