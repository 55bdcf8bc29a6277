import { compareText } from '../core/text/compare-text.js';
import { countOf } from '../core/text/count-of.js';
import { joinWords } from '../core/text/join-words.js';
import { visibleText } from '../core/text/visible-text.js';
import type { ReadingNotes } from './content/reading-notes.js';
import type { FoundOutcome } from './formats/result-format.js';

/**
 * Gives every system a name of its own, by a function that tells it: results of one name from different places are different configurations, and one
 * whose name does not say who was tried is called by its place as well.
 */
export function tellApart(
  found: Iterable<FoundOutcome>,
  notes: ReadingNotes,
): (outcome: Pick<FoundOutcome, 'configuration' | 'source'>) => string {
  const byName = new Map<string, Named>();
  for (const { configuration, source, isPartlyNamed } of found) {
    const named = byName.get(configuration) ?? { sources: new Set(), isPartly: false };
    named.sources.add(source ?? '');
    if (isPartlyNamed === true) named.isPartly = true;
    byName.set(configuration, named);
  }
  const names = new Map<string, Map<string, string>>();
  for (const [name, { sources, isPartly }] of byName) {
    if (sources.size < 2 && !isPartly) continue;
    const own = ownNames(name, [...sources]);
    names.set(name, own);
    remark(name, own, isPartly, notes);
  }
  return ({ configuration, source }) => names.get(configuration)?.get(source ?? '') ?? configuration;
}

/** Where the results of one name come from; an empty source is a file that names its configuration itself. */
interface Named {
  readonly sources: Set<string>;
  isPartly: boolean;
}

/** Names with as many of the last folders of each path as tell them apart. */
function ownNames(name: string, sources: readonly string[]): Map<string, string> {
  const parts = sources.map((source) => source.split(/[\\/]/).filter((part) => part !== ''));
  let depth = 1;
  const ends = () => parts.map((each) => each.slice(-depth).join('/'));
  while (new Set(ends()).size < sources.length && parts.some(({ length }) => length > depth)) depth += 1;
  return new Map(sources.map((source, i) => [source, called(name, ends()[i] ?? '')]));
}

function called(name: string, place: string): string {
  if (place === '') return name;
  // A name that is the folder's already is made longer, not said twice.
  return place === name || place.endsWith(`/${name}`) ? place : `${name} (${place})`;
}

const mostShown = 5;

function remark(name: string, own: ReadonlyMap<string, string>, isPartly: boolean, notes: ReadingNotes): void {
  const all = [...own.values()].sort(compareText).map((each) => `"${visibleText(each, 100)}"`);
  const shown = `${joinWords(all.slice(0, mostShown))}${all.length > mostShown ? ` and ${all.length - mostShown} more` : ''}`;
  const [file = ''] = [...own.keys()].sort(compareText);
  const title = visibleText(name, 80);
  if (isPartly) {
    const message = () =>
      `"${title}" does not name its model: each folder it comes from is a configuration of its own (${countOf(all.length, 'configuration')}: ${shown}). --name NAME=PATH names one.`;
    notes.warn('outcomes/model-unknown', file, message, 1, name);
    return;
  }
  const message = () =>
    `${countOf(all.length, 'place')} with results of "${title}": each is a configuration of its own, ${shown}. If they are runs of one, give them one name: --name NAME=PATH for each.`;
  notes.warn('outcomes/same-name', file, message, 1, name);
}
