import { expect, it } from 'vitest';
import { randomStreamFor } from '../../random/seeded-numbers.js';
import { changeWeight, drawWeights, type WeightStep } from './perturbation.js';

const weights = new Map([
  ['size', 0.5],
  ['kind', 0.3],
  ['age', 0.2],
]);

it.each<[WeightStep, number[]]>([
  ['raised', [0.625, 0.225, 0.15]],
  ['lowered', [0.375, 0.375, 0.25]],
  ['left out', [0, 0.6, 0.4]],
])('a weight that is %s leaves the rest to the others, in proportion', (change, expected) => {
  const changed = [...changeWeight(weights, 'size', change).values()];
  changed.forEach((weight, i) => {
    expect(weight).toBeCloseTo(expected[i] as number, 12);
  });
});

it('a weight is never raised above 1', () => {
  const heavy = new Map([
    ['a', 0.9],
    ['b', 0.1],
  ]);
  expect(changeWeight(heavy, 'a', 'raised')).toEqual(
    new Map([
      ['a', 1],
      ['b', 0],
    ]),
  );
});

it('the order of the components does not change what each draws, and a zero stays', () => {
  const draw = (list: [string, number][]) => drawWeights(new Map(list), 50, randomStreamFor('1', 'test'));
  const drawn = draw([...weights, ['none', 0]]);
  expect([...drawn.keys()]).toEqual(['size', 'kind', 'age', 'none']);
  expect(drawn.get('none')).toBe(0);
  const reversed = draw([...weights, ['none', 0] as [string, number]].reverse());
  for (const [component, weight] of drawn) expect(reversed.get(component)).toBe(weight);
});
