import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WinnowError } from '../../src/core/model/errors.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { inDepth } from '../support/depth.js';
import { learnedPlan, learnedPool } from '../support/learned-pool.js';

const purposes = ['level', 'comparison', 'ranking'] as const;

const input = fc.record({
  purpose: fc.constantFrom(...purposes),
  matrix: fc.integer({ min: 1, max: 1e6 }),
  tasks: fc.integer({ min: 6, max: 60 }),
  labels: fc.integer({ min: 1, max: 8 }),
  earlier: fc.integer({ min: 1, max: 9 }),
  take: fc.double({ min: 0.05, max: 1, noNaN: true }),
  atLeast: fc.integer({ min: 0, max: 6 }),
  atMost: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
});

describe('a quota on any labels, with any purpose', () => {
  it('holds, or is refused with the limit that cannot be kept', () => {
    let [kept, refused] = [0, 0];
    fc.assert(
      fc.property(input, ({ purpose, matrix, tasks, labels, earlier, take: share, atLeast, atMost }) => {
        const { pool } = learnedPool({ seed: String(matrix), tasks, labels, earlier });
        const take = Math.max(1, Math.round(share * tasks));
        const quota = { by: 'repo', at_least: atLeast, ...(atMost === undefined ? {} : { at_most: atMost }) };
        const sizes = new Map<unknown, number>();
        for (const { fields } of pool.tasks) sizes.set(fields['repo'], (sizes.get(fields['repo']) ?? 0) + 1);
        const total = (limit: number) => [...sizes.values()].reduce((sum, size) => sum + Math.min(size, limit), 0);
        const isPossible = total(atLeast) <= take && total(atMost ?? tasks) >= take && atLeast <= (atMost ?? atLeast);
        try {
          const { choices } = runPlan(readPlan(learnedPlan({ purpose, take, quota })), new Map([['mine', pool]]));
          kept += 1;
          expect(choices).toHaveLength(take);
          expect(isPossible).toBe(true);
          for (const [label, size] of sizes) {
            const own = choices.filter(({ task }) => task.fields['repo'] === label).length;
            expect(own).toBeGreaterThanOrEqual(Math.min(atLeast, size));
            if (atMost !== undefined) expect(own).toBeLessThanOrEqual(atMost);
          }
        } catch (error) {
          if (!(error instanceof WinnowError)) throw error;
          refused += 1;
          expect({ isPossible, codes: error.faults.map(({ code }) => code) }).toMatchObject({ isPossible: false });
        }
      }),
      { numRuns: inDepth(80, 40), seed: 20_261_101 },
    );
    expect(Math.min(kept, refused)).toBeGreaterThan(inDepth(20, 8));
  });
});
