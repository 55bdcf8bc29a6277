import type { Place } from '../../core/model/fault.js';
import { countOf } from '../../core/text/count-of.js';
import { nearestName } from '../../core/text/nearest-name.js';
import { visibleText } from '../../core/text/visible-text.js';
import { countedWords, type ReadingNotes, type WordsFault } from '../content/reading-notes.js';

/** What is chosen from: the word for it, and the option and plan key that name one. */
interface Choice {
  readonly what: 'reward' | 'scorer' | 'metric';
  /** What has several of them. */
  readonly of?: 'result' | 'evaluation';
  readonly option: 'reward' | 'scorer';
  /** The names that the runner's documentation calls the main one. */
  readonly main: readonly string[];
}

/**
 * Which of several keys of one result is read: the one that the user names, else the only one, else the one that the
 * runner calls the main one. Undefined, and an error about all files together, where nothing decides.
 */
export function chosenKey(
  keys: readonly string[],
  named: string | undefined,
  choice: Choice,
  place: Place,
  notes: ReadingNotes,
): string | undefined {
  const wanted = named === undefined ? choice.main : [named];
  const found = wanted.find((key) => keys.includes(key));
  if (found !== undefined) return found;
  if (named === undefined && keys.length === 1) return keys[0];
  notes.words(named === undefined ? undecided(choice) : notThere(named, choice), keys, place);
  return undefined;
}

function undecided({ what, of = 'result', option, main }: Choice): WordsFault {
  const mainWords = main.length === 0 ? '' : `, none of them called ${main.map((key) => `"${key}"`).join(' or ')}`;
  return {
    code: `outcomes/several-${what}s`,
    about: option,
    message: (words, results) =>
      `${countOf(results, of)} with several ${what}s${mainWords}: ${countedWords(words)}. Winnow does not guess which one counts.`,
    hint: ([first]) => chooseHint(option, first?.word ?? 'NAME'),
  };
}

function notThere(named: string, { what, of = 'result', option }: Choice): WordsFault {
  return {
    code: `outcomes/no-${what}`,
    about: named,
    message: (words, results) =>
      `${countOf(results, of)} without the ${what} "${visibleText(named, 60)}" of --${option}. Found: ${countedWords(words)}.`,
    hint: (words) => {
      const names = words.map(({ word }) => word);
      return chooseHint(option, nearestName(named, names) ?? names[0] ?? 'NAME');
    },
  };
}

function chooseHint(option: Choice['option'], name: string): string {
  const shown = visibleText(name, 60);
  const quoted = /^[\w./-]+$/.test(shown) ? shown : `'${shown}'`;
  return `Choose one, such as --${option} ${quoted} (in a plan, results: { ${option}: ${quoted} }).`;
}
