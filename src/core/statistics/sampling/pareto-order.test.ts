import { describe, expect, it } from 'vitest';
import { permanentRandomNumber } from '../../random/permanent-random-number.js';
import { randomStreamFor } from '../../random/random-stream-for.js';
import { paretoRank } from './pareto-order.js';

const probabilities = [0.9, 0.2, 0.5, 0.4, 0.5, 0.5];

function lowest(ranks: readonly number[], n: number): number[] {
  const order = ranks.map((_, i) => i).sort((a, b) => (ranks[a] as number) - (ranks[b] as number));
  return order.slice(0, n);
}

describe('the Pareto rank', () => {
  it('orders six tasks as published', () => {
    const ranks = probabilities.map((probability, i) =>
      paretoRank(permanentRandomNumber('42', 'A', `task-00${i + 1}`), probability),
    );
    const expected = [0.430158, 0.205549, 0.06376, 3.899275, 0.044125, 0.40043];
    for (const [i, rank] of expected.entries()) expect(ranks[i]).toBeCloseTo(rank, 6);
    expect(lowest(ranks, 3).map((i) => i + 1)).toEqual([5, 3, 2]);
  });

  it('puts a certain unit first and an impossible one last', () => {
    expect(paretoRank(1 - 2 ** -53, 1)).toBe(0);
    expect(paretoRank(0, 0)).toBe(Infinity);
    expect(paretoRank(1 - 2 ** -53, 1e-9)).toBeLessThan(Infinity);
  });

  it('draws each unit about as often as asked', () => {
    const draws = 20_000;
    const random = randomStreamFor('42', 'pareto test');
    const counts = probabilities.map(() => 0);
    for (let draw = 0; draw < draws; draw++) {
      const ranks = probabilities.map((probability) => paretoRank(random.double(), probability));
      for (const i of lowest(ranks, 3)) counts[i] = (counts[i] as number) + 1;
    }
    // Frequencies found independently; they differ a little from what was asked, as they should for so few units.
    const expected = [0.9027, 0.1958, 0.5028, 0.396, 0.5019, 0.5009];
    for (const [i, frequency] of expected.entries()) {
      const error = Math.sqrt((frequency * (1 - frequency)) / draws);
      expect(Math.abs((counts[i] as number) / draws - frequency)).toBeLessThan(4 * error);
    }
  });
});
