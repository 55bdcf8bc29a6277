import { visibleText } from '../core/text/visible-text.js';
import { difficultyValues } from './difficulty-values.js';
import type { FeatureRule } from './draft-score.js';
import type { FormatInspection } from './inspection.js';

/** The value of what is not known: neither for a task nor against it. */
export const middle = 0.5;

const mostDifficulties = 50;

/** What each difficulty adds to the score; undefined when no task has one that says something. */
export function difficultyLookup(benchmark: FormatInspection): FeatureRule | undefined {
  const { known, unlisted, missing } = difficulties(benchmark);
  if (known.size === 0) return undefined;
  return {
    rule: {
      lookup: 'difficulty',
      values: known,
      ...(unlisted.length > 0 ? { otherwise: middle } : {}),
      ...(missing > 0 ? { unknown: middle } : {}),
    },
    tellsApart: new Set(known.values()).size > 1 || unlisted.length > 0,
  };
}

/** The difficulties that a person must judge. */
export function openDifficulties(benchmark: FormatInspection): readonly string[] {
  const { known, unlisted } = difficulties(benchmark);
  if (unlisted.length === 0 || known.size + unlisted.length < 2) return [];
  const shown = unlisted.slice(0, 10).map((value) => `"${visibleText(value, 60)}"`);
  const more = unlisted.length > shown.length ? ` and ${unlisted.length - shown.length} more` : '';
  return [`difficulty ${shown.join(', ')}${more}: how hard is that?`];
}

function difficulties({ labels, features }: FormatInspection) {
  const { values = [], others = 0 } = labels.get('difficulty') ?? {};
  const all = values.map(({ value }) => value);
  const found = [...difficultyValues(all)].filter(([label]) => label !== '__proto__').slice(0, mostDifficulties);
  const known = new Map(found.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const])));
  const unlisted = all.filter((label) => !known.has(label));
  const missing = features.find(({ field }) => field === 'difficulty')?.missing ?? 0;
  return { known, unlisted: others > 0 ? [...unlisted, '…'] : unlisted, missing };
}
