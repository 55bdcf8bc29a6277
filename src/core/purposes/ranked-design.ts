import { random } from '../draws/random.js';
import type { Design } from '../model/learned.js';

/** The tasks whose results are expected to differ most between systems, best first; equal ones in random order. */
export function rankedDesign(words: string): Design {
  return {
    rule: {
      group: undefined,
      prefer: [
        { kind: 'field', field: 'prior_variance', direction: 'desc' },
        ...(random.order === undefined ? [] : [random.order]),
      ],
      draw: undefined,
    },
    bands: undefined,
    usesVariance: true,
    quotaCost: undefined,
    words,
  };
}

/** Tasks that no earlier system ran come after all others. */
export function comeLast(tasks: number): string {
  return `${tasks === 1 ? 'it comes' : 'they come'} last`;
}
