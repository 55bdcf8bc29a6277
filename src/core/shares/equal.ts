import { inProportion } from './in-proportion.js';

/** As many places for each group, as far as it has tasks. */
export const equal = inProportion({
  name: 'equal',
  label: () => 'Equal',
  proportion: () => 'equally',
  measure: () => 1,
});
