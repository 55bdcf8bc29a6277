import phaseWords from './phase-words.json' with { type: 'json' };

/** The phase of a task of which nothing tells it. */
export const unclassified = 'Unclassified';

/** Every phase that a starter plan may have, in report order. */
export const starterPhases: readonly string[] = [...phaseWords.map(({ phase }) => phase), unclassified];

const phaseOfWord = new Map(phaseWords.flatMap(({ phase, words }) => words.map((word) => [word, phase] as const)));

/** The phases that the words of a category speak of, the first in report order first: "cross_module_bug_fix" → Bug fix. */
export function phasesOfCategory(category: string): readonly string[] {
  const words = category
    .replace(/swe[-_ ]?bench/gi, 'swebench')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const spoken = new Set(words.flatMap((word) => phaseOfWord.get(word) ?? []));
  return starterPhases.filter((phase) => spoken.has(phase));
}
