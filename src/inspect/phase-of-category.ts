import phaseWords from './phase-words.json' with { type: 'json' };

/** The phase of a task of which nothing tells it. */
export const unclassified = 'Unclassified';

/** Every phase that a starter plan may have, in report order. */
export const starterPhases: readonly string[] = [...phaseWords.reportOrder, unclassified];

/** In the order in which a phase is preferred when a category speaks of two. */
const wordsOfPhase = Object.entries(phaseWords.words).map(([phase, words]) => ({ phase, words: words.split(' ') }));

/** The phases that the words of a category speak of, the preferred one first: "cross_module_bug_fix" → Bug fix. */
export function phasesOfCategory(category: string): readonly string[] {
  const words = category
    .replace(/swe[-_ ]?bench/gi, 'swebench')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return wordsOfPhase.filter((each) => words.some((word) => each.words.includes(word))).map(({ phase }) => phase);
}
