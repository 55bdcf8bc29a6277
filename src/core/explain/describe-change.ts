import { countOf, formatCount } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';
import type { Change } from './change.js';
import type { Explanation } from './explanation.js';

/** A change in words: "files changed 9 -> 12", "3 more places for repo a/a: 5 -> 8". */
export function describeChange(change: Change, { benchmark }: Explanation): string {
  switch (change.kind) {
    case 'weight': {
      const all = [...change.weights].map(([component, weight]) => `${component} ${weight}`);
      return `the weight of ${change.component} ${change.from} -> ${change.to}, the others rescaled: ${joinWords(all)}`;
    }
    case 'allocation': {
      const { take, group } = benchmark.select;
      const more = countOf(change.to - change.from, 'more place', 'more places');
      if (group === undefined && typeof take === 'number')
        return `${more}: take ${take} -> ${take + change.to - change.from}`;
      const whose = change.group === undefined ? `the tasks without ${group?.by}` : `${group?.by} ${change.group}`;
      return `${more} for ${whose}: ${change.from} -> ${change.to}, the other groups keeping theirs`;
    }
    case 'feature':
      return `${change.words} ${formatCount(change.from)} -> ${formatCount(change.to)}`;
  }
}
