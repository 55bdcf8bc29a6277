import { WinnowError } from '../model/errors.js';
import { didYouMean } from '../text/nearest-name.js';
import type { Purpose } from './purpose.js';
import { direction, ranking } from './ranked-purposes.js';
import { comparison, level } from './sampled-purposes.js';

/** In the order in which plans and the page list them. */
export const purposes: readonly Purpose[] = [level, comparison, direction, ranking];

/** The plan's schema rejects unknown names, so this throws only for documents of other versions. */
export function purposeOf({ name }: { readonly name: string }): Purpose {
  const found = purposes.find((purpose) => purpose.name === name);
  if (found !== undefined) return found;
  const names = purposes.map((purpose) => purpose.name);
  const message = `unknown purpose "${name}".${didYouMean(name, names)} Known: ${names.join(', ')}.`;
  throw new WinnowError([{ code: 'unknown-purpose', message, hint: 'It may come from a newer version of Winnow.' }]);
}
