import { WinnowError } from '../model/errors.js';
import { didYouMean } from '../text/nearest-name.js';
import { fixed, inOrder } from './as-listed.js';
import { equal, power, proportional, squareRoot } from './by-size.js';
import { anticipated, neyman } from './by-spread.js';
import type { ShareDesign } from './share-design.js';

/** In the order in which plans and the page list them. */
export const shares: readonly ShareDesign[] = [
  proportional,
  equal,
  squareRoot,
  power,
  neyman,
  anticipated,
  fixed,
  inOrder,
];

export const defaultShare: ShareDesign = proportional;

export function findShare(name: unknown): ShareDesign | undefined {
  return shares.find((design) => design.name === name);
}

/** @throws WinnowError if there is no such share, which the plan's schema prevents. */
export function shareDesignOf(rule: { readonly share: string }): ShareDesign {
  const design = findShare(rule.share);
  if (design !== undefined) return design;
  const names = shares.map(({ name }) => name);
  const message = `unknown share "${rule.share}".${didYouMean(rule.share, names)} Known: ${names.join(', ')}.`;
  throw new WinnowError([{ code: 'unknown-share', message, hint: 'It may come from a newer version of Winnow.' }]);
}
