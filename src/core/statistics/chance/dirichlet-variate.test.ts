import { describe, expect, it } from 'vitest';
import { dirichletDeviation, dirichletVariate, logGammaVariate } from './dirichlet-variate.js';
import { sfc32 } from './sfc32.js';

const draws = 20_000;

function moments(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) };
}

describe('a gamma draw', () => {
  it.each([0.3, 1, 4.5, 200])('with shape %d has mean and variance equal to the shape', (shape) => {
    const random = sfc32([1, 2, 3, shape]);
    const { mean, deviation } = moments(Array.from({ length: draws }, () => Math.exp(logGammaVariate(shape, random))));
    // Four standard errors of the mean; of the variance, whose kurtosis is 3 + 6 / shape.
    expect(Math.abs(mean - shape)).toBeLessThan(4 * Math.sqrt(shape / draws));
    expect(Math.abs(deviation ** 2 - shape)).toBeLessThan(4 * shape * Math.sqrt((2 + 6 / shape) / draws));
  });
});

describe('a Dirichlet draw', () => {
  const weights = [0.25, 0.3, 0.2, 0.25];

  it.each([0.5, 20, 50, 100])('with concentration %d has the mean and deviation of theory', (concentration) => {
    const random = sfc32([5, 6, 7, 8]);
    const drawn = Array.from({ length: draws }, () =>
      dirichletVariate(
        weights.map((weight) => concentration * weight),
        random,
      ),
    );
    weights.forEach((weight, i) => {
      const { mean, deviation } = moments(drawn.map((draw) => draw[i] as number));
      const expected = Math.sqrt((weight * (1 - weight)) / (concentration + 1));
      expect(dirichletDeviation(weight, concentration)).toBe(expected);
      expect(Math.abs(mean - weight)).toBeLessThan((4 * expected) / Math.sqrt(draws));
      expect(Math.abs(deviation / expected - 1)).toBeLessThan(4 / Math.sqrt(2 * draws));
    });
  });

  it('sums to 1 and keeps a zero', () => {
    const random = sfc32([1, 1, 1, 1]);
    for (let i = 0; i < 100; i++) {
      const draw = dirichletVariate([3, 0, 1], random);
      expect(draw.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
      expect(draw[1]).toBe(0);
    }
  });

  it('is all of it for a single shape, and a number for shapes however small or large', () => {
    const random = sfc32([1, 1, 1, 1]);
    expect(dirichletVariate([0, 2], random)).toEqual([0, 1]);
    for (const shape of [1e-300, 1e-3, 1e300]) {
      expect(dirichletVariate([shape, shape], random).reduce((sum, value) => sum + value)).toBeCloseTo(1, 12);
    }
  });
});
