import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryOperations } from '../../scripts/at-build.js';
import { pythonOperations } from '../../scripts/python-operations.mjs';
import { projectRoot } from '../support/run-winnow.js';

const folder = join(projectRoot, 'python', 'winnow_bench');

it('the functions of the Python package are those of the list of operations', async () => {
  expect(readFileSync(join(folder, '_operations.py'), 'utf8')).toBe(pythonOperations(await libraryOperations()));
});

it('the Python package has fewer than 400 lines', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.py'));
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1));
  expect(lines.length).toBeLessThan(400);
});
