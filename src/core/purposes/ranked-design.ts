import { random } from '../draws/random.js';
import type { Design } from '../model/learned.js';

/** Ranks tasks by how much results are expected to differ between systems; ties in random order. */
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

export function comeLast(tasks: number): string {
  return `${tasks === 1 ? 'it comes' : 'they come'} last`;
}
