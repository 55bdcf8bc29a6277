import { countOf, formatCount } from '../core/text/count-of.js';
import { joinWords } from '../core/text/join-words.js';
import { alikeLabels } from '../core/text/nearest-name.js';
import { visibleText } from '../core/text/visible-text.js';
import type { UnusedColumn } from './column-survey.js';
import type { FormatInspection } from './inspection.js';

/** By field of a benchmark, the column that it is read from. */
export type OwnColumns = ReadonlyMap<string, UnusedColumn>;

/** By label, what each spelling of it becomes. */
export type Corrections = ReadonlyMap<string, ReadonlyMap<string, string>>;

// A plan is read by a person.
const mostSpellings = 50;

/** Spellings that differ only in letter case or in spaces at the ends become one, in labels of its own and in what it groups by. */
export function draftCorrections(
  { labels }: FormatInspection,
  own: OwnColumns,
  groupBy: string | undefined,
): Corrections {
  const grouped = labels.get(groupBy ?? '')?.values.map(({ value }) => value) ?? [];
  const all = [
    // A language is known by any spelling.
    ...[...own].filter(([name]) => name !== 'language').map(([name, { alike }]) => [name, alike] as const),
    ...(groupBy === undefined ? [] : [[groupBy, alikeLabels(grouped)] as const]),
  ];
  return new Map(
    all.flatMap(([name, groups]) => {
      const spellings = groups.flatMap(([to = '', ...others]) => others.map((from) => [from, to] as const));
      const isSafe = spellings.every(([from]) => from !== '__proto__' && from !== '');
      return spellings.length === 0 || spellings.length > mostSpellings || !isSafe ? [] : [[name, new Map(spellings)]];
    }),
  );
}

/** What is asked of spellings that were taken for one. */
export function openSpellings(corrections: Corrections): readonly string[] {
  return [...corrections].map(([name, spellings]) => {
    const shown = [...spellings]
      .slice(0, 5)
      .map(([from, to]) => `"${visibleText(from, 60)}" as "${visibleText(to, 60)}"`);
    const more = spellings.size > shown.length ? ` and ${formatCount(spellings.size - shown.length)} more` : '';
    return `${name} is written in several ways, so it is corrected: ${joinWords(shown)}${more}. Are they the same?`;
  });
}

/** What does not fit into fields that hold numbers. */
export function openNumbers(own: OwnColumns): readonly string[] {
  return [...own].flatMap(([name, { notNumbers, tasks }]) =>
    notNumbers === undefined
      ? []
      : [
          `${name} is a number, but not in ${countOf(notNumbers.tasks, 'task')} of ${formatCount(tasks)}, such as "${notNumbers.example}", where it counts as unknown. Is it one?`,
        ],
  );
}
