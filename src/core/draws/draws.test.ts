import { describe, expect, it } from 'vitest';
import { checkDraw } from '../../../test/support/draw-checks.js';
import { drawDesignOf, draws } from './draws.js';

for (const design of draws) checkDraw(design);

describe('the list of draws', () => {
  it.each([
    ['names', draws.map(({ name }) => name)],
    ['labels', draws.map(({ words }) => words.label('x'))],
    ['sentences', draws.map(({ words }) => words.sentence('x', 'seed 1'))],
    ['choices', draws.map(({ words }) => words.choice)],
  ])('has no two with the same %s', (_, texts) => {
    expect(new Set(texts).size).toBe(draws.length);
  });

  it('answers a name that is not in it with the nearest', () => {
    expect(() => drawDesignOf({ method: 'parto' })).toThrow(
      'unknown draw "parto". Did you mean "pareto"? Known: random',
    );
  });
});
