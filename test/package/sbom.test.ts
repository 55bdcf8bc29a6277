import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sbomOf } from '../../scripts/sbom.mjs';
import { projectRoot } from '../support/run-winnow.js';

const lock = {
  packages: {
    '': { name: 'ours', version: '1.0.0', license: 'MIT' },
    'node_modules/@scope/alpha': { version: '2.0.0', license: 'MIT OR ISC', integrity: 'sha512-AAEC', dev: true },
    'node_modules/beta': { version: '3.0.0', dev: true },
    'node_modules/needed': { version: '4.0.0', license: 'ISC' },
  },
};

it('lists what is bundled and what is installed besides, and no tool', () => {
  const { metadata, components, dependencies } = sbomOf(lock, ['node_modules/@scope/alpha']);
  expect(metadata.component.purl).toBe('pkg:npm/ours@1.0.0');
  expect(components.map(({ purl }) => purl)).toEqual(['pkg:npm/%40scope/alpha@2.0.0', 'pkg:npm/needed@4.0.0']);
  expect(components[0]).toMatchObject({
    hashes: [{ alg: 'SHA-512', content: '000102' }],
    licenses: [{ expression: 'MIT OR ISC' }],
  });
  expect(dependencies[0]?.dependsOn).toHaveLength(2);
});

it('stops at a bundled package that the lock does not have', () => {
  expect(() => sbomOf(lock, ['node_modules/gamma'])).toThrow(
    /gamma is bundled, and package-lock\.json does not have it/,
  );
});

it('every dependency has one exact version, and a checksum in the lock', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(projectRoot, file), 'utf8'));
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = read('package.json');
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version)))).toEqual([]);
  const entries = Object.entries(read('package-lock.json').packages as Record<string, { integrity?: string }>);
  expect(entries.filter(([folder, { integrity }]) => folder !== '' && integrity === undefined)).toEqual([]);
});
