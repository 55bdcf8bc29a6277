import { compareText } from '../text/compare-text.js';

/** A pattern under which all names of a system that fit no task fit one: "sgonly_{id}". */
export interface SuggestedPattern {
  readonly configuration: string;
  readonly pattern: string;
  readonly names: number;
}

/**
 * For each system whose names all differ from the ids of tasks by the same text before and after, the pattern that finds
 * them.
 *
 * @param unmatched The names that fit no task, by system.
 * @param isTask Whether a task has a name.
 */
export function suggestPatterns(
  unmatched: ReadonlyMap<string, ReadonlySet<string>>,
  isTask: (name: string) => boolean,
): readonly SuggestedPattern[] {
  return [...unmatched]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([configuration, names]) => {
      const pattern = names.size < fewestNames ? undefined : patternOf(names, isTask);
      return pattern === undefined ? [] : [{ configuration, pattern, names: names.size }];
    });
}

/** One name may hold a task's id by chance. */
const fewestNames = 2;
const longestName = 200;
const shortestId = 2;

/** The pattern with the longest id in the first name that fits every other name as well. */
function patternOf(names: ReadonlySet<string>, isTask: (name: string) => boolean): string | undefined {
  const [first = ''] = names;
  if (first.length > longestName || first.includes('{id}')) return undefined;
  for (let length = first.length - 1; length >= shortestId; length--) {
    for (let start = 0; start + length <= first.length; start++) {
      if (!isTask(first.slice(start, start + length))) continue;
      const [before, after] = [first.slice(0, start), first.slice(start + length)];
      if (allFit(names, before, after, isTask)) return `${before}{id}${after}`;
    }
  }
  return undefined;
}

function allFit(names: ReadonlySet<string>, before: string, after: string, isTask: (name: string) => boolean): boolean {
  for (const name of names) if (!fits(name, before, after, isTask)) return false;
  return true;
}

function fits(name: string, before: string, after: string, isTask: (name: string) => boolean): boolean {
  const isLonger = name.length > before.length + after.length;
  return (
    isLonger &&
    name.startsWith(before) &&
    name.endsWith(after) &&
    isTask(name.slice(before.length, name.length - after.length))
  );
}
