import { expect, it } from 'vitest';
import { buildInputs } from '../../scripts/prepare.mjs';

it('a change of anything that dist/ is made from asks for a new build', () => {
  expect(buildInputs()).toEqual(
    expect.arrayContaining([
      'package-lock.json',
      'package.json',
      'plans/ccb.yaml',
      'plans/verified.yaml',
      'scripts/build.mjs',
      'scripts/licences.mjs',
      'scripts/node-fingerprint.mjs',
      'src/explorer/page/page.css',
      'src/index.ts',
      'tsconfig.page.json',
    ]),
  );
});

it('a change of a test does not', () => {
  expect(buildInputs().filter((file) => file.includes('.test.'))).toEqual([]);
});
