import { afterAll, describe, expect, it } from 'vitest';
import { checkRounding } from '../../../test/support/rounding-checks.js';
import { byClaims, isLarger, type RoundingDesign, roundings } from './roundings.js';

// A rounding is a description and a place in the list: nothing else in the program needs to know of it.
const adams: RoundingDesign = {
  name: 'adams',
  words: 'shares become whole numbers by the method of Adams',
  round: (bins, places) => byClaims(bins, places, ({ measure }, given) => measure / given, isLarger),
  isMonotone: true,
};
const list = [...roundings];
(roundings as RoundingDesign[]).push(adams);
// Other tests of this process go through the list too.
afterAll(() => void (roundings as RoundingDesign[]).splice(list.length));

for (const design of roundings) checkRounding(design);

describe('the list of roundings', () => {
  it('has no two with the same name or words', () => {
    expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
    expect(new Set(list.map(({ words }) => words)).size).toBe(list.length);
  });
});
