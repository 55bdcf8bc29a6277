import { expect, it } from 'vitest';
import { randomStreamFor } from './random-stream-for.js';

// Computed independently, from the same definition.
it('gives the known numbers for a seed and a purpose', () => {
  const words = randomStreamFor('42', 'bootstrap');
  expect(Array.from({ length: 5 }, () => words.uint32())).toEqual([
    4081134646, 3893657789, 3770268573, 2179796482, 515414728,
  ]);
  const doubles = randomStreamFor('42', 'bootstrap');
  expect(Array.from({ length: 3 }, () => doubles.double())).toEqual([
    0.9502132080984327, 0.877834055628802, 0.12000434722252817,
  ]);
});

it('gives other numbers for another seed or purpose', () => {
  const first = (seed: string, purpose: string) => randomStreamFor(seed, purpose).uint32();
  expect(new Set([first('42', 'a'), first('42', 'b'), first('43', 'a')]).size).toBe(3);
});
