import { describe, expect, it } from 'vitest';
import { permanentRandomNumber, randomStreamFor } from './seeded-numbers.js';

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

// The vectors were computed apart from this code, from SHA-256 alone.
describe('a permanent random number', () => {
  it.each([
    ['ansible/ansible', 'task-001', 0.7111650297407394],
    ['ansible/ansible', 'task-002', 0.8579568866711911],
    ['ansible/ansible', 'task-003', 0.6102184465172538],
    ['flipt-io/flipt', 'task-001', 0.09652020468043554],
  ])('is the published one for %s %s', (key, id, expected) => {
    expect(permanentRandomNumber('42', key, id)).toBe(expected);
  });

  it('puts ten tasks in the published order', () => {
    const ids = Array.from({ length: 10 }, (_, i) => `task-${String(i + 1).padStart(3, '0')}`);
    const order = ids.toSorted((a, b) => permanentRandomNumber('42', 'A', a) - permanentRandomNumber('42', 'A', b));
    expect(order.map((id) => id.slice(5))).toEqual('005,002,003,006,009,007,004,010,008,001'.split(','));
  });
});
