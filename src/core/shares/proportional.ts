import { inProportion } from './in-proportion.js';

/** Each group as large a part of the selection as of the pool. */
export const proportional = inProportion({
  name: 'proportional',
  label: () => 'Proportional',
  proportion: () => 'in proportion to their tasks',
  measure: ({ size }) => size,
});
