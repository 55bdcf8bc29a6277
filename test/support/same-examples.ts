import fc from 'fast-check';
import { vi } from 'vitest';
import { depth } from './depth.js';

// A test that fails now and then helps nobody: generated examples are the same in every run unless a test names its own seed.
fc.configureGlobal({ seed: 20_261_115 });

// A property names the examples of `npm test`; here they are multiplied, for all properties alike.
vi.mock('fast-check', async (original) => {
  const real = await original<typeof import('fast-check')>();
  const assert = (property: fc.IRawProperty<unknown>, given: fc.Parameters<unknown> = {}) =>
    real.assert(property, { ...given, numRuns: depth * (given.numRuns ?? 100) });
  return { ...real, assert, default: { ...real.default, assert } };
});
