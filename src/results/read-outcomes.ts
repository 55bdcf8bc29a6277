import { lstatSync, realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { at } from '../core/lists/at.js';
import { itemAt, ListView } from '../core/lists/list-view.js';
import type { Fault } from '../core/model/fault.js';
import type { OutcomeFile, OutcomeList, Outcomes, RunResults } from '../core/model/outcome.js';
import { filterOutcomes } from '../core/outcomes/outcome-lists.js';
import { compareText } from '../core/text/compare-text.js';
import { countOf, formatCount } from '../core/text/count-of.js';
import { joinWords } from '../core/text/join-words.js';
import { visibleText } from '../core/text/visible-text.js';
import { reasonOf } from '../disk/reason-of.js';
import { ReadingNotes } from './content/reading-notes.js';
import type { FoundList, OutcomeOptions } from './formats/result-format.js';
import { type Candidate, type FileReading, readResultFile } from './read-result-file.js';
import { resultFiles } from './result-files.js';
import { settleOutcomes } from './settle-outcomes.js';

/** A file and what came of it. */
interface Read {
  readonly file: Candidate;
  readonly reading: FileReading;
  readonly notes: ReadingNotes;
}

/**
 * Reads the results of runs from files and folders, in every format there is, into one list. The order of the paths, and
 * of what folders list, does not change it. A file with a fault gives no outcomes.
 */
export async function readOutcomes(paths: readonly string[], options: OutcomeOptions = {}): Promise<Outcomes> {
  const read = await readOutcomeList(paths, options);
  return { ...read, outcomes: [...read.outcomes] };
}

/** The same in bounded memory, for results of millions of runs: each is made when it is asked for. */
export async function readOutcomeList(paths: readonly string[], options: OutcomeOptions = {}): Promise<RunResults> {
  const notes = new ReadingNotes();
  const { passAt = 1 } = options;
  if (!(passAt > 0 && passAt <= 1)) {
    notes.fault('outcomes/pass-at', `--pass-at (passAt) is ${passAt}; expected a number above 0 and at most 1.`, {});
  }
  const named = [...(options.systems?.keys() ?? [])];
  const reads = await readAll(candidates([...paths, ...named], notes), options);
  for (const read of reads) notes.include(read.notes);
  const whole = reads.filter((read) => read.notes.faults.length === 0);
  const found = renamed(whole, options, notes);
  const outcomes = settleOutcomes(found, passAt, notes);
  const warned = partialRewards(outcomes, passAt);
  if (warned !== undefined) notes.warn('outcomes/partial-rewards', warned.file, warned.message, warned.count);
  // What was found may be known to be something else, which says more than that there are no results.
  const refused = reads.find(({ reading }) => reading.isRefused === true);
  if (outcomes.length === 0 && notes.faults.length === 0 && refused !== undefined) {
    await readResultFile({ ...refused.file, named: true }, options, notes);
  }
  if (outcomes.length === 0 && notes.faults.length === 0) {
    const searched =
      joinWords([...paths, ...named].sort(compareText).map((path) => visibleText(path, 200))) || 'no path';
    notes.fault(
      'outcomes/none',
      `no results were found in ${searched}.`,
      {},
      'Name the files of results, or the folder of a job or run.',
    );
  }
  return { outcomes, files: filesRead(reads), faults: capped(notes), warnings: notes.warnings() };
}

/** Every file that the paths lead to, once. */
function candidates(paths: readonly string[], notes: ReadingNotes): readonly Candidate[] {
  return [...new Set(paths)].sort(compareText).flatMap((root): readonly Candidate[] => {
    try {
      // A path that was named may be a link; what is found below it may not.
      const isFolder = statSync(root).isDirectory();
      const real = lstatSync(root).isSymbolicLink() ? realpathSync(root) : root;
      if (!isFolder) return [{ path: root, real, named: true, root }];
      const files = resultFiles(root, notes);
      if (files.length === 0) notes.fault('outcomes/none', 'the folder holds no results.', { file: root });
      return files.map((path) => ({ path, real: path, named: false, root }));
    } catch (cause) {
      notes.fault('outcomes/unreadable', `it cannot be read: ${reasonOf(cause)}.`, { file: root });
      return [];
    }
  });
}

async function readAll(files: readonly Candidate[], options: OutcomeOptions): Promise<readonly Read[]> {
  const reads = new Map<string, Read>();
  let waiting = files;
  while (waiting.length > 0) {
    const more: Candidate[] = [];
    for (const file of waiting) {
      const key = keyOf(file.real);
      if (reads.has(key)) continue;
      const notes = new ReadingNotes();
      const reading = await readResultFile(file, options, notes);
      reads.set(key, { file, reading, notes });
      for (const path of reading.also ?? []) more.push({ path, real: path, named: false, root: file.root });
    }
    waiting = more;
  }
  return [...reads.values()].sort((a, b) => compareText(a.file.path, b.file.path));
}

/** One file that several paths lead to is read once. */
function keyOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The outcomes under the names that the user gives to the configurations: that of the nearest named folder above. */
function renamed(reads: readonly Read[], { systems }: OutcomeOptions, notes: ReadingNotes): FoundList {
  if (systems === undefined || systems.size === 0) return joined(reads.map(({ reading }) => reading.outcomes));
  const given = [...systems].map(([path, name]) => ({
    path,
    name,
    real: keyOf(resolve(path)),
    before: new Set<string>(),
  }));
  const nearest = reads.map(({ file, reading }) => {
    const real = keyOf(resolve(file.real));
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

function partialRewards(outcomes: OutcomeList, passAt: number) {
  const partial = filterOutcomes(outcomes, ({ reward }) => reward !== undefined && reward > 0 && reward < 1);
  const first = partial.at(0);
  if (first === undefined) return undefined;
  const message = (count: number) =>
    `${countOf(count, 'reward')} between 0 and 1, of ${formatCount(outcomes.length)} results: those of at least ${passAt} count as passed, the others as failed (passAt).`;
  return { file: first.place.file ?? '', count: partial.length, message };
}

function filesRead(reads: readonly Read[]): readonly OutcomeFile[] {
  return reads.flatMap(({ file, reading: { format, outcomes } }) =>
    format === undefined ? [] : [{ file: file.path, format: format.name, outcomes: outcomes.length }],
  );
}

function capped({ faults, untold }: ReadingNotes): readonly Fault[] {
  return untold === 0
    ? faults
    : [...faults, { code: 'outcomes/more', message: `There are ${countOf(untold, 'more fault')}.` }];
}
