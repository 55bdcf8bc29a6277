import { inProportion } from './in-proportion.js';

/** Between equal and proportional: the large ones get more, but the small ones are not lost. */
export const squareRoot = inProportion({
  name: 'square-root',
  label: () => 'By square root of size',
  proportion: () => 'in proportion to the square root of their tasks',
  measure: ({ size }) => Math.sqrt(size),
});
