import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sfc32 } from '../chance/sfc32.js';
import { signFlipTest } from './sign-flip-test.js';

const random = () => sfc32([1, 2, 3, 4]);

describe('the sign-flip test', () => {
  it('comes close to the share of all sign patterns', () => {
    // ⅓ (1, 1, 1, -1, 2, 0): of the 32 patterns of the five that are not 0, with sums of the absolute values 6,
    // the sum 4 or more in size is reached by 2 (all alike) + 8 (one of the four 1s against the rest) = 10.
    const differences = [1 / 3, 1 / 3, 1 / 3, -1 / 3, 2 / 3, 0];
    const error = Math.sqrt(((10 / 32) * (22 / 32)) / 10_000);
    expect(Math.abs(signFlipTest(differences, random()) - 10 / 32)).toBeLessThan(4 * error);
  });

  it('is 1 without a difference, and never 0', () => {
    expect(signFlipTest([0, 0, 0], random())).toBe(1);
    expect(signFlipTest([], random())).toBe(1);
    expect(signFlipTest(new Array(93).fill(0.5), random(), 99)).toBe(0.01);
  });

  it('does not depend on the direction', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 1, maxLength: 40 }), (sixths) => {
        const differences = sixths.map((value) => value / 6);
        const reversed = differences.map((value) => -value);
        expect(signFlipTest(differences, random(), 200)).toBe(signFlipTest(reversed, random(), 200));
      }),
      { seed: 20_260_101 },
    );
  });
});
