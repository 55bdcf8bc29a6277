import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../support/run-winnow.js';

it('every number that the audit recomputes from the raw data is printed so', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(projectRoot, 'scripts/audit.mjs')], {
    encoding: 'utf8',
  });
  const rows = stdout.split('\n').filter((line) => / (?:yes|NO)$/.test(line));
  expect(rows.filter((row) => row.endsWith('NO'))).toEqual([]);
  expect(status).toBe(0);
  expect(rows.length).toBeGreaterThan(70);
  for (const source of ['selection.csv', 'METHODOLOGY.md', 'estimate', 'status', 'page'])
    expect(rows.join('\n')).toMatch(new RegExp(` ${source} `));
});
