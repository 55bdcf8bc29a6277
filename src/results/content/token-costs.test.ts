import { expect, it } from 'vitest';
import { tokenCost } from './token-costs.js';

const prices = new Map([
  ['big', { input: 3, output: 15, cached: 0.3 }],
  ['small', { input: 1, output: 2 }],
]);

it('adds input, output and cached tokens at the price of a million', () => {
  const uses = [
    { model: 'vendor/big', input: 1_000_000, output: 200_000, cached: 2_000_000 },
    { model: 'small', input: 500_000, output: 0, cached: 100_000 },
  ];
  // 3 + 3 + 0.6, and 0.5 + 0.1: cached tokens without a price of their own cost as much as others.
  expect(tokenCost(uses, prices)).toEqual({ costUsd: expect.closeTo(7.2, 12) });
});

it('gives no cost if a model has no price, or if tokens are unknown', () => {
  expect(tokenCost([{ model: 'other', input: 1, output: 1 }], prices)).toEqual({ unpriced: ['other'] });
  const both = { model: 'big', input: 1, output: 1 };
  expect(tokenCost([both, { model: 'big', input: 1, output: undefined }], prices)).toEqual({ lacking: 'output' });
  expect(tokenCost([{ model: 'big', input: undefined, output: undefined }], prices)).toBeUndefined();
});
