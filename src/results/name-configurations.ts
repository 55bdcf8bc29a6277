import { resolve, sep } from 'node:path';
import { at } from '../core/lists/at.js';
import { itemAt, ListView } from '../core/lists/list-view.js';
import { compareText } from '../core/text/compare-text.js';
import { countOf } from '../core/text/count-of.js';
import { joinWords } from '../core/text/join-words.js';
import { visibleText } from '../core/text/visible-text.js';
import type { ReadingNotes } from './content/reading-notes.js';
import type { FoundList, FoundOutcome, OutcomeOptions } from './formats/result-format.js';
import { realPath } from './result-files.js';

/** What was found in a file. */
interface ReadFile {
  readonly file: { readonly real: string };
  readonly reading: { readonly outcomes: FoundList };
}

/** The outcomes under the names that the user gives to the configurations: that of the nearest named folder above. */
export function renamed(reads: readonly ReadFile[], { systems }: OutcomeOptions, notes: ReadingNotes): FoundList {
  if (systems === undefined || systems.size === 0) return joined(reads.map(({ reading }) => reading.outcomes));
  const given = [...systems].map(([path, name]) => ({
    path,
    name,
    real: realPath(resolve(path)),
    before: new Set<string>(),
  }));
  const nearest = reads.map(({ file, reading }) => {
    const real = realPath(resolve(file.real));
    const above = given.filter((each) => real === each.real || real.startsWith(`${each.real}${sep}`));
    const found = above.sort((a, b) => b.real.length - a.real.length)[0];
    for (const { configuration } of reading.outcomes) found?.before.add(configuration);
    return found;
  });
  for (const { path, name, before } of given) {
    if (before.size === 0 && notes.faultCount === 0) {
      const message = `nothing that was read lies there, so that nothing is called "${visibleText(name, 60)}".`;
      notes.fault('outcomes/name-unused', message, { file: path }, 'Give --name a path of results, or one below them.');
    }
    if (before.size < 2) continue;
    const some = joinWords(
      [...before]
        .sort(compareText)
        .slice(0, 5)
        .map((each) => `"${visibleText(each, 60)}"`),
    );
    const message = `it is to be called "${visibleText(name, 60)}", but holds ${countOf(before.size, 'configuration')}: ${some}.`;
    notes.fault('outcomes/several-configurations', message, { file: path }, 'Name a path that holds one.');
  }
  return joined(
    reads.map(({ reading: { outcomes } }, i) => {
      const named = nearest[i];
      if (named === undefined || named.before.size > 1) return outcomes;
      return new ListView(outcomes.length, (index) => {
        const { source: _, isPartlyNamed: __, ...outcome } = itemAt(outcomes, index);
        return { ...outcome, configuration: named.name };
      });
    }),
  );
}

/** Several lists as one. */
function joined(lists: readonly FoundList[]): FoundList {
  const [first] = lists;
  if (first !== undefined && lists.length === 1) return first;
  let count = 0;
  const ends = lists.map(({ length }) => {
    count += length;
    return count;
  });
  // What is asked for is mostly what comes next.
  let list = 0;
  return new ListView(count, (index) => {
    while (index >= at(ends, list)) list += 1;
    while (index < at(ends, list) - at(lists, list).length) list -= 1;
    const own = at(lists, list);
    return itemAt(own, index - (at(ends, list) - own.length));
  });
}

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
