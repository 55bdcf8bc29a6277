import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, type Bin, type RoundingDesign } from '../../src/core/roundings/roundings.js';
import { groupedTasks, placesOf, runText, samplePlan } from './sample-plan.js';

const anyBins = fc
  .array(fc.record({ size: fc.integer({ min: 0, max: 20 }), measure: fc.nat(9), least: fc.nat(4), most: fc.nat(20) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((list) =>
    list.map(({ size, measure, least, most }, i): Bin => {
      const atMost = Math.min(size, most);
      return { key: String.fromCharCode(97 + i), size, measure, atLeast: Math.min(least, atMost), atMost };
    }),
  );
/** Real counts, on which roundings that are not monotone take places away. */
const pools = [
  [96, 91, 85, 79, 76, 65, 62, 57, 56, 44, 20],
  [120, 50, 25, 8, 5, 4, 3],
];

/** What must hold of every rounding, whatever it is; it must be listed, for a plan is to name it. */
export function checkRounding(design: RoundingDesign): void {
  describe(`the rounding "${design.name}"`, () => {
    it('says what it is', () => {
      expect(design.words).toMatch(/^[a-z].*[^.]$/);
    });

    it('gives exactly the places there are, within all bounds, whatever the order of the bins', () => {
      fc.assert(
        fc.property(anyBins, fc.double({ min: 0, max: 1, noNaN: true }), (bins, part) => {
          const least = total(bins.map(({ atLeast }) => atLeast));
          const places = least + Math.floor(part * (total(bins.map(({ atMost }) => atMost)) - least));
          const given = allocate(bins, places, design);
          expect(total(given)).toBe(places);
          expect(bins.filter(({ atLeast, atMost }, i) => !within(given[i], atLeast, atMost))).toEqual([]);
          expect(allocate(bins.toReversed(), places, design).reverse()).toEqual(given);
        }),
        { seed: 4, numRuns: 200 },
      );
    });

    it('leaves whole shares as they are', () => {
      expect(allocate(binsOf([30, 20, 10]), 12, design)).toEqual([6, 4, 2]);
      expect(allocate(binsOf([7, 7, 7, 7]), 8, design)).toEqual([2, 2, 2, 2]);
    });

    it('is monotone if it says so, and only then', () => {
      const drops = pools.map((sizes) => {
        let before = sizes.map(() => 0);
        let count = 0;
        for (let places = sizes.length; places <= total(sizes); places++) {
          const now = allocate(binsOf(sizes), places, design);
          if (now.some((given, i) => given < (before[i] ?? 0))) count += 1;
          before = now;
        }
        return count;
      });
      expect(total(drops) === 0).toBe(design.isMonotone);
    });

    it('is read from a plan', () => {
      const pool = groupedTasks({ a: 12, b: 8, c: 4 });
      const group = { by: 'repo', rounding: design.name };
      expect(placesOf(runText(samplePlan({ take: 6, group, prefer: ['score desc'] }), pool))).toEqual({
        a: 3,
        b: 2,
        c: 1,
      });
    });
  });
}

function binsOf(sizes: readonly number[]): Bin[] {
  return sizes.map((size, i) => ({ key: String.fromCharCode(97 + i), size, measure: size, atLeast: 0, atMost: size }));
}

function within(given: number | undefined, atLeast: number, atMost: number): boolean {
  return given !== undefined && given >= atLeast && given <= atMost;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
