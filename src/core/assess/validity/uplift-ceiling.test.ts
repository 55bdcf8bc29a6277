import { describe, expect, it } from 'vitest';
import { upliftCeiling } from './uplift-ceiling.js';

describe('the ceiling that the noise of the runs sets', () => {
  it('is assumed for single runs, and measured where there are repeats', () => {
    const once = upliftCeiling([{ a: [0], b: [1] }]);
    expect(once).toMatchObject({ from: 'default', repeats: 1 });
    // √(.116 / (.116 + .168)).
    expect(once.ceiling).toBeCloseTo(0.639, 3);
    const runs = (digits: string) => [...digits].map(Number);
    const a = ['110', '000', '101', '111', '001', '000'].map(runs);
    const b = ['111', '010', '111', '110', '111', '000'].map(runs);
    const repeated = Array.from({ length: 24 }, (_, i) => ({ a: a[i % 6] as number[], b: b[i % 6] as number[] }));
    const measured = upliftCeiling(repeated);
    expect(measured).toMatchObject({ from: 'results', repeats: 3 });
    expect(measured.variances.within).toBeCloseTo(1 / 6 + 1 / 9, 12);
    expect(measured.ceiling).toBeLessThan(1);
  });
});
