import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TaggedValue } from './tagged-value.js';

/** What Python prints for each value, in several layouts, and reads from each text, or the error it raises. */
interface PythonAnswer {
  readonly printed: readonly (readonly string[])[];
  readonly read: readonly ({ readonly value: TaggedValue } | { readonly refused: string })[];
}

/** Asks the Python of this machine, in one process; undefined if there is none. For the tests only. */
export function askPython(values: readonly TaggedValue[], texts: readonly string[]): PythonAnswer | undefined {
  const script = fileURLToPath(new URL('ask-python.py', import.meta.url));
  const input = JSON.stringify({ values, texts });
  const { status, error, stdout, stderr } = spawnSync('python3', [script], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  // A launcher with no Python behind it fails as well, but has no traceback to show.
  if (error !== undefined || (status !== 0 && !stderr.includes('Traceback'))) return undefined;
  if (status !== 0) throw new Error(`python3 failed: ${stderr}`);
  return JSON.parse(stdout);
}
