import { roundTo } from '../core/text/round-to.js';

/** What a difficulty adds to the score; undefined for a label that says nothing. */
export type DifficultyValue = number | undefined;

const words: readonly (readonly [RegExp, number])[] = [
  [/\b(very (hard|difficult)|expert|extreme|insane)\b/, 1],
  [/\b(trivial|very easy)\b/, 0.1],
  [/\b(easy|simple|low|beginner|basic)\b/, 0.25],
  [/\b(medium|moderate|intermediate|normal|mid)\b/, 0.5],
  [/\b(hard|difficult|high|advanced|challenging|complex)\b/, 0.75],
  // Time that a person needs: "<15 min fix", "15 min - 1 hour", "1-4 hours", ">4 hours".
  [/^<.*\bmin/, 0.25],
  [/\bmin/, 0.5],
  [/^>.*\bhours?\b/, 1],
  [/\bhours?\b/, 0.75],
];

/** The value of each difficulty: by its word, or by its place in the range when all are numbers. */
export function difficultyValues(labels: readonly string[]): ReadonlyMap<string, DifficultyValue> {
  const numbers = labels.map((label) => (/^\s*\d+(\.\d+)?\s*$/.test(label) ? Number(label) : Number.NaN));
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  if (high > low) {
    return new Map(labels.map((label, i) => [label, roundTo(((numbers[i] ?? low) - low) / (high - low), 2)]));
  }
  return new Map(labels.map((label) => [label, byWord(label.toLowerCase().replace(/[_-]+/g, ' '))]));
}

function byWord(label: string): DifficultyValue {
  return words.find(([word]) => word.test(label))?.[1];
}
