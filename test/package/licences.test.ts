import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { bundledFiles, bundledLicences } from '../../scripts/licences.mjs';
import { temporaryFolder } from '../support/temporary-folder.js';

function projectWith(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

const description = (name: string, version: string) => JSON.stringify({ name, version, license: 'MIT' });

const root = () =>
  projectWith({
    'node_modules/beta/package.json': description('beta', '2.0.0'),
    'node_modules/beta/LICENSE': 'Copyright of beta\r\nAs is.\r\n',
    'node_modules/@scope/alpha/package.json': description('@scope/alpha', '1.0.0'),
    'node_modules/@scope/alpha/licence.md': 'Copyright of alpha',
    'node_modules/@scope/alpha/NOTICE': 'Thanks.',
    'node_modules/@scope/alpha/node_modules/beta/package.json': description('beta', '1.9.0'),
    'node_modules/@scope/alpha/node_modules/beta/LICENSE': 'Copyright of the older beta',
    'node_modules/bare/package.json': description('bare', '1.0.0'),
  });

it('lists each version of each package once, with all it says of its licence', () => {
  const files = [
    'src/index.ts',
    'node_modules/beta/lib/a.js',
    'node_modules/beta/b.js',
    'node_modules/@scope/alpha/index.js',
    'node_modules/@scope/alpha/node_modules/beta/a.js',
  ];
  const [, ...entries] = bundledLicences(files, root()).split(/\n-+\n/);
  expect(entries.map((entry) => entry.trim())).toEqual([
    '@scope/alpha 1.0.0 (MIT)\n\nThanks.\n\nCopyright of alpha',
    'beta 1.9.0 (MIT)\n\nCopyright of the older beta',
    'beta 2.0.0 (MIT)\n\nCopyright of beta\nAs is.',
  ]);
});

it('leaves out a package of which nothing is left in the bundle', () => {
  const modules = { '/p/node_modules/beta/a.js': { renderedLength: 0 }, '/p/src/index.ts': { renderedLength: 9 } };
  expect(bundledFiles({ output: [{ modules }, {}] }, '/p')).toEqual(['src/index.ts']);
});

it('stops at a package without a licence file', () => {
  expect(() => bundledLicences(['node_modules/bare/a.js'], root())).toThrow(/bare is bundled, and has no licence file/);
});
