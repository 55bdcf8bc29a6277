import type { Design } from './design.js';
import { learnedDesign } from './learned-design.js';
import { optimisedDesign } from './optimised-design.js';
import { proportionalDesign } from './proportional-design.js';
import { randomDesign } from './random-design.js';
import { rankedDesign } from './ranked-design.js';

/** Every design that a plan is held against, in the order of the table: a file each, one entry here. */
export const designs: readonly Design[] = [
  randomDesign,
  proportionalDesign,
  rankedDesign,
  learnedDesign,
  optimisedDesign,
];
