import { InvalidArgumentError } from 'commander';
import type { Arms } from '../../core/uplift/pair-outcomes.js';

/** The two arms of `with=NAME,without=NAME`, in either order; a name may hold commas and equals signs. */
export function armsFrom(text: string): Arms {
  const forward = /^with=(.+?),without=(.+)$/.exec(text);
  const back = /^without=(.+?),with=(.+)$/.exec(text);
  const [tried, plain] = forward === null ? [back?.[2], back?.[1]] : [forward[1], forward[2]];
  if (tried === undefined || plain === undefined) throw new InvalidArgumentError('Expected with=NAME,without=NAME.');
  if (tried.trim() === plain.trim()) throw new InvalidArgumentError('The two arms must differ.');
  return { with: tried.trim(), without: plain.trim() };
}
