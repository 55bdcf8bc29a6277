import { swap } from '../../lists/at.js';
import { randomInteger } from './random-integer.js';
import type { RandomStream } from './sfc32.js';

/** The items in random order, each order equally likely (Fisher & Yates 1938; Durstenfeld 1964, from the last down). */
export function shuffle<Item>(items: readonly Item[], random: RandomStream): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    swap(shuffled, last, randomInteger(last + 1, random));
  }
  return shuffled;
}
