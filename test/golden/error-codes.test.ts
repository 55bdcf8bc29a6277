import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCatalogue, errorHelp } from '../../src/core/contracts/error-codes.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';

/** The codes in the source: `family/name` of a family that the catalogue has. */
const families = [...new Set(errorCatalogue.map(({ code }) => code.split('/')[0] ?? ''))].filter((each) => each !== '');
const pattern = new RegExp(`'((?:${families.join('|')})/[a-z-]*[a-z])'|optimiseFault\\('([a-z-]+)'`, 'g');
const codes = new Set(
  readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file) && !file.endsWith('error-codes.ts'))
    .flatMap((file) => [...readFileSync(join(projectRoot, 'src', file), 'utf8').matchAll(pattern)])
    .map(([, code = '', goal]) => (goal === undefined ? code : `optimise/${goal}`)),
);

describe('the catalogue of error codes', () => {
  it('explains every code of the source, and no other', () => {
    expect(codes.size).toBeGreaterThan(250);
    expect([...codes].filter((code) => errorHelp(code) === undefined)).toEqual([]);
    expect(errorHelp('optimise/infeasible')?.text).toContain('No selection satisfies all rules');
    const known = errorCatalogue.map(({ code }) => code).filter((code) => code.includes('/') && !code.endsWith('/*'));
    expect(known.filter((code) => !codes.has(code))).toEqual([]);
  });

  it('is offered offline, at the end of an error report', () => {
    const failed = runWinnow(['explain', 'nothing-like-it', '--plan', 'ccb']);
    expect(failed.code).toBe(2);
    const [, code = ''] = /More: winnow help (\S+)\n$/.exec(failed.stderr) ?? [];
    expect(code).toBe('task/unknown');
    expect(runWinnow(['help', code])).toEqual({
      code: 0,
      stdout: `task/unknown\n    ${errorHelp(code)?.text}\n`,
      stderr: '',
    });
    expect(runWinnow(['help', 'sum/average']).stdout).toContain('contradict each other');
    expect(runWinnow(['help', 'no/such-code']).code).toBe(2);
  });
});
