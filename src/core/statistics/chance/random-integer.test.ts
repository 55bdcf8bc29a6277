import { describe, expect, it } from 'vitest';
import { randomStreamFor } from '../../random/random-stream-for.js';
import { randomInteger } from './random-integer.js';
import type { RandomStream } from './sfc32.js';

describe('a random whole number', () => {
  it('follows the stream of its seed and purpose', () => {
    // Computed independently in R or Python.
    const random = randomStreamFor('42', 'bootstrap');
    const drawn = Array.from({ length: 10 }, () => randomInteger(10, random));
    expect(drawn).toEqual([6, 9, 3, 2, 8, 1, 0, 5, 7, 0]);
  });

  it('draws again where a remainder would favour the small numbers', () => {
    const words = [2 ** 32 - 1, 2 ** 32 - 6, 17];
    const random: RandomStream = { uint32: () => words.shift() as number, double: () => 0 };
    // 2³² - 6 is the largest multiple of 10 and already too high.
    expect(randomInteger(10, random)).toBe(7);
  });

  it('takes every word below 2³², and none but 0 below 1', () => {
    const random: RandomStream = { uint32: () => 2 ** 32 - 1, double: () => 0 };
    expect(randomInteger(2 ** 32, random)).toBe(2 ** 32 - 1);
    expect(randomInteger(1, random)).toBe(0);
  });
});
