import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreBands } from './score-bands.js';
import type { ScoredUplift } from './validity.js';

describe('bands', () => {
  it('keep equal scores together and cover every task once', () => {
    const scores = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -2, max: 2 })), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(scores, (list) => {
        const tasks: ScoredUplift[] = list.map(([score, uplift], i) => ({
          benchmark: 'x',
          id: String(i),
          score,
          uplift,
        }));
        const bands = scoreBands(tasks);
        expect(bands.reduce((sum, { pairs }) => sum + pairs, 0)).toBe(tasks.length);
        bands.forEach(({ from, to, mean, interval }, i) => {
          expect(from).toBeLessThanOrEqual(to);
          if (i > 0) expect(from).toBeGreaterThan(bands[i - 1]?.to ?? -Infinity);
          if (interval !== undefined) expect(interval.low <= mean && mean <= interval.high).toBe(true);
        });
      }),
      { seed: 20_260_101 },
    );
  });
});
