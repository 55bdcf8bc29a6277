import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { at, countBy, groupBy, itemAt, ListView, sumOf } from '../core/lists/lists.js';
import { idBetween } from '../core/outcomes/match-outcomes.js';
import { countingName } from '../core/text/counting-name.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { compareText, countOf, joinWords, visibleText } from '../core/text/words.js';
import type { ReadingNotes } from './content/reading-notes.js';
import { exportedRun, isGathering, stemOf, withoutCount, withoutCounts } from './formats/names.js';
import type { FoundList, FoundOutcome, OutcomeOptions } from './formats/result-format.js';
import { realPath } from './result-files.js';

/** A file, and the results that were found in it. */
interface ReadFile {
  readonly file: { readonly real: string };
  readonly reading?: { readonly outcomes: FoundList };
}

export interface RunRead {
  readonly file: { readonly named: boolean; readonly root: string; readonly real: string };
  readonly reading?: { readonly outcomes: FoundList; readonly hasDigests: boolean };
}

/**
 * Counts results in numbered folders, such as run-1 and wave-2, as runs of one system, which is named by the results or
 * by the rest of the path below the folder that all given paths share. A folder of unrelated runs doesn't name a system,
 * and the last folder of a given path isn't a number. Notes explain the decision.
 */
export function joinNumberedFolders<Read extends RunRead>(
  reads: readonly Read[],
  { systems, isOneSystem = false }: OutcomeOptions,
  notes: ReadingNotes,
): readonly Read[] {
  const isRenamed = renamedBelow(systems);
  const shared = sharedFolder(reads);
  const systemOf = (read: RunRead, { configuration, source, runPlace }: FoundOutcome) => {
    if (source === undefined || runPlace !== undefined) return undefined;
    const { named, real } = read.file;
    const isNamed = configuration === basename(source);
    const own = resolve(read.file.root);
    const root = isOneSystem ? own : shared;
    const isOfFile = source === join(dirname(resolve(real)), stemOf(real));
    const isGiven = isNamed && (named || source === own);
    const parts = named && isOneSystem ? [] : relative(root, source).split(sep);
    const isCount = (part: string, i: number) =>
      countingName.test(part) && !((isOfFile || isGiven) && i === parts.length - 1);
    const system = join(root, ...parts.filter((part, i) => !isCount(part, i)));
    const counts = parts.filter(isCount);
    const isNumbered = counts.length > 0 && (isOfFile || !isNamed || !isGathering(system));
    if (!isNumbered || isRenamed(read, system)) return { source, configuration };
    return { source: system, configuration: isNamed ? basename(system) : configuration, counts };
  };
  const found = new Map<string, ReturnType<typeof systemOf> & { readonly runs: Set<string> }>();
  const joined = reads.map((read) => {
    const first = read.reading?.outcomes.at(0);
    const system = first && systemOf(read, first);
    if (first?.source === undefined || system === undefined) return read;
    const { source, configuration } = system;
    const key = JSON.stringify([source, configuration]);
    const { runs } = found.get(key) ?? { runs: new Set<string>() };
    found.set(key, { source, configuration, runs: runs.add(first.source) });
    if (source === first.source) return read;
    return changed(read, (outcome) => {
      const { counts = [], ...own } = systemOf(read, outcome) ?? {};
      return { ...outcome, ...own, run: outcome.run && [...counts, outcome.run].join(sep) };
    });
  });
  for (const { source, configuration, runs } of found.values())
    remarkJoined([...runs], dirname(source), configuration, notes);
  return joined;
}

/** A path without the folders below a root that only number runs. */
function withoutCounting(root: string, path: string): string {
  const parts = relative(root, path).split(sep);
  return join(resolve(root), ...parts.filter((part) => !countingName.test(part)));
}

/** The folder that contains every path that the user gave. */
export function sharedFolder(reads: readonly RunRead[]): string {
  const roots = reads.map(({ file: { named, root } }) => (named ? dirname(resolve(root)) : resolve(root)));
  let [shared = ''] = roots;
  for (const root of new Set(roots)) while (!isWithin(shared, root)) shared = dirname(shared);
  return shared;
}

export function isWithin(folder: string, path: string): boolean {
  return !relative(folder, path).startsWith('..');
}

/** Notes that places count as runs of one system, or of the same systems. */
export function remarkJoined(
  places: readonly string[],
  folder: string,
  configuration: string,
  notes: ReadingNotes,
): void {
  if (places.length < 2) return;
  const name = visibleText(configuration, 80);
  const message = (n: number) =>
    `${someOf(places.map((place) => relative(folder, place)))} count as runs of ${n === 1 ? `one system, "${name}"` : `the same ${n} systems, such as "${name}"`}, because their names differ only in a number. ${keepApart}`;
  notes.warn('outcomes/numbered-runs', message, {
    file: folder,
    about: [...new Set(places.map(dirname))].join('\n'),
    places,
  });
}

type Change = (outcome: FoundOutcome) => FoundOutcome;

/** The results of a list with changes, each made on demand. */
function mapped(list: FoundList, change: Change): FoundList {
  return new ListView(list.length, (index) => change(itemAt(list, index)));
}

/** A file with changed results. */
export function changed<Read extends RunRead>(read: Read, change: Change): Read {
  if (read.reading === undefined) return read;
  const { outcomes, hasDigests } = read.reading;
  return { ...read, reading: { outcomes: mapped(outcomes, change), hasDigests } };
}

/** Tests whether the user has named a path between a folder and a file, so that the folder doesn't name the system. */
function renamedBelow(systems: OutcomeOptions['systems']): (read: RunRead, folder: string) => boolean {
  const paths = [...(systems?.keys() ?? [])].map((path) => `${realPath(resolve(path))}${sep}`);
  if (paths.length === 0) return () => false;
  return ({ file }, folder) => {
    const above = `${realPath(folder)}${sep}`;
    const real = `${realPath(resolve(file.real))}${sep}`;
    return paths.some((path) => real.startsWith(path) && path !== above && path.startsWith(above));
  };
}

/**
 * Decides which runs belong to one system if only their paths show it: runs whose paths differ only in numbers or dates.
 * Every other run is a separate system. The last folder of a path that the user gave isn't a number. Notes explain the
 * decision.
 */
export function joinNumberedRuns<Read extends RunRead>(
  reads: readonly Read[],
  { isOneSystem: isForOne = false }: OutcomeOptions,
  notes: ReadingNotes,
): readonly Read[] {
  const shared = sharedFolder(reads);
  const placeOf = ({ file, reading }: RunRead) => {
    const { runPlace: place, isPartlyNamed: isTold } = reading?.outcomes.at(0) ?? {};
    if (place === undefined) return undefined;
    const isArgument = file.named || resolve(file.root) === place;
    return { place, isTold, isArgument, folder: withoutCounting(isForOne ? file.root : shared, dirname(place)) };
  };
  const found = new Map(reads.flatMap((read) => placeOf(read) ?? []).map((each) => [each.place, each]));
  const systems = new Map<string, string>();
  for (const [folder, all] of groupBy([...found.values()], (each) => each.folder)) {
    const runs = all.filter(({ isArgument }) => !isArgument).map(({ place }) => place);
    // A path that is given for one system may number its runs in any way.
    const isForFolder = isForOne && isSeries(runs);
    const apart: string[] = [];
    const byRest = groupBy(all, ({ place, isArgument }) => {
      const name = basename(place);
      return isArgument ? name : isForFolder ? '' : withoutCount(name);
    });
    for (const [rest, each] of byRest) {
      const own = each.map(({ place }) => place);
      const system = rest === '' ? folder : join(folder, rest);
      if (rest === '' ? isGathering(folder) : own.length < 2)
        apart.push(...(isForOne && each.some(({ isArgument }) => isArgument) ? [] : own));
      else {
        for (const place of own) systems.set(place, system);
        remarkJoined(own, dirname(system), basename(system), notes);
      }
    }
    const rests = new Set(apart.map((place) => withoutCount(basename(place))));
    const areAlike = isSeries(apart) || (apart.length > 1 && rests.size === 1);
    // For an agent without its model, the names of its places decide.
    if (areAlike && all.every(({ isTold }) => isTold !== true)) remarkNumbered(apart, notes);
  }
  return reads.map((read) => {
    const found = placeOf(read);
    if (!found) return read;
    const [folder, name] = [dirname(found.place), basename(found.place)];
    const system = systems.get(found.place);
    const isBare = countingName.test(name) && !isGathering(folder);
    const called = system !== undefined ? basename(system) : isBare ? `${basename(folder)}/${name}` : name;
    return changed(read, (outcome) => {
      const configuration = outcome.isPartlyNamed === true ? outcome.configuration : called;
      return { ...outcome, configuration, source: system ?? found.place };
    });
  });
}

/**
 * Counts parts of a run as one system: places in one folder with numbered names, such as first and second, or with the
 * names of their only tasks, that have no scored tasks in common. Different systems would share tasks. Notes explain the
 * decision.
 */
export function joinParts<Read extends RunRead>(
  reads: readonly Read[],
  { isOneSystem = false, systems: given, taskPatterns = [] }: OutcomeOptions,
  notes: ReadingNotes,
): readonly Read[] {
  const partOf = partNames(reads, taskPatterns.map(patternOf));
  const isNamed = ({ configuration, source = '' }: FoundOutcome) => configuration === basename(source);
  const partKey = ({ file }: RunRead, outcome: FoundOutcome) => {
    const { source, runPlace, isPartlyNamed, configuration } = outcome;
    // Runs that only their place names have been joined already.
    if (source === undefined || (runPlace !== undefined && isPartlyNamed !== true)) return undefined;
    const name = isNamed(outcome) ? '' : configuration;
    return JSON.stringify([isOneSystem ? file.root : '', name, dirname(source), seriesName(partOf(source))]);
  };
  const groups = new Map<string, Map<string, Set<string>>>();
  const isBelow = renamedBelow(given);
  // A name for a folder above the parts is a name for all of them.
  const isRenamed = (read: RunRead) => isBelow(read, dirname(read.reading?.outcomes.at(0)?.source ?? ''));
  const open = reads.filter((read) => !isRenamed(read));
  const add = (read: Read, outcome: FoundOutcome, task?: string) => {
    const { source = '' } = outcome;
    const key = partKey(read, outcome);
    if (key === undefined || (task !== undefined && (groups.get(key)?.size ?? 0) < 2)) return;
    const parts = groups.get(key) ?? new Map<string, Set<string>>();
    const tasks = parts.get(source) ?? new Set();
    groups.set(key, parts.set(source, task === undefined ? tasks : tasks.add(task)));
  };
  for (const read of open) {
    const first = read.reading?.outcomes.at(0);
    if (first !== undefined) add(read, first);
  }
  for (const read of open) {
    if (read.reading?.outcomes.at(0)?.source === undefined) continue;
    for (const outcome of read.reading.outcomes) {
      if (typeof outcome.verdict === 'object') add(read, outcome, `${outcome.benchmark}\n${outcome.taskId}`);
    }
  }
  const sources = new Set(reads.flatMap(({ reading }) => reading?.outcomes.at(0)?.source ?? []));
  const byFolder = groupBy([...sources], dirname);
  const joinedSources = new Map<string, string>();
  for (const [key, parts] of groups) {
    const places = [...parts.keys()];
    const isCounted = new Set(places.map((place) => withoutCount(numbered(partOf(place))))).size === 1;
    const [only = ''] = places;
    // A part that is alone in its folder has the name that all parts will have.
    const isFirst = byFolder.get(dirname(only))?.length === 1 && partName.test(numbered(basename(only)));
    if (isFirst) joinedSources.set(key, join(dirname(only), seriesName(basename(only))));
    if (places.length < 2 || !(isCounted || isSeries(places))) continue;
    const shared =
      new Set([...parts.values()].flatMap((tasks) => [...tasks])).size < sumOf(parts.values(), (tasks) => tasks.size);
    const [, name, folder, rest] = JSON.parse(key) as readonly string[];
    const system = join(folder ?? '', rest ?? '');
    if (!shared) {
      joinedSources.set(key, system);
      const message = () =>
        `${someOf(places.map((place) => basename(place)))} in "${visibleText(basename(folder ?? ''), 80)}" have no scored tasks in common, so they count as parts of one system, "${visibleText(name || basename(system), 80)}". ${keepApart}`;
      notes.warn('outcomes/numbered-runs', message, { about: key, places });
    } else if (name === '' && !isOneSystem) remarkNumbered(places, notes);
  }
  if (joinedSources.size === 0) return reads;
  return reads.map((read) => {
    if (isRenamed(read)) return read;
    return changed(read, (outcome) => {
      const source = joinedSources.get(partKey(read, outcome) ?? '');
      if (source === undefined) return outcome;
      const configuration = isNamed(outcome) ? basename(source) : outcome.configuration;
      // The note above mentions the run.
      return { ...outcome, source, configuration, runPlace: outcome.source };
    });
  });
}

/** Names places. One that is named after its only task has the rest of the name, if the results name their system. */
function partNames(
  reads: readonly RunRead[],
  patterns: readonly ReturnType<typeof patternOf>[],
): (source: string) => string {
  const tasks = new Map<string, Set<string>>();
  for (const { reading } of reads) {
    for (const { source, configuration, taskId } of reading?.outcomes ?? []) {
      if (source === undefined || configuration === basename(source)) break;
      const own = tasks.get(source) ?? new Set();
      tasks.set(source, own.add(basename(idIn(patterns, taskId))));
      if (own.size > 1) break;
    }
  }
  return (source) => {
    const name = basename(source);
    const [task, other] = tasks.get(source) ?? [];
    if (task === undefined || other !== undefined || !name.includes(task)) return name;
    const start = name.indexOf(task);
    const [before, after] = [name.slice(0, start), name.slice(start + task.length)];
    if (/[a-z\d]$/i.test(before) || /^[a-z\d]/i.test(after)) return name;
    return `${before}${after.replace(/^[-_.]+/, '')}`.replace(/[-_.]+$/, '');
  };
}

/** A name of a part: wave1, with-look-2. */
const partName = /(?:^|[-_.])(?:tier|look|w|wave|batch|part)[-_]?\d+$/i;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];
const ordinal = new RegExp(`^(${ordinals.join('|')})(?:[-_.](.*))?$|^(.*[-_.])(${ordinals.join('|')})$`, 'i');

/** A name with a number for its ordinal: "first" is -1, "second-batch" is batch-2. */
function numbered(name: string): string {
  const [, start, after = '', before = '', end] = ordinal.exec(name) ?? [];
  const word = start ?? end;
  return word === undefined ? name : `${before.slice(0, -1)}${after}-${ordinals.indexOf(word.toLowerCase()) + 1}`;
}

/** A name without whatever may number it. */
function seriesName(name: string): string {
  return withoutCount(numbered(name)).replace(/[-_.]?\d+$/, '');
}

/** Whether names differ only in a final number, from 0 or 1; the first may have none. Versions don't count. */
function isSeries(places: readonly string[]): boolean {
  if (places.some((place) => /\d\.\d+$/.test(place))) return false;
  const parts = places.map((place) => /^(.*?)[-_.]?(\d*)$/.exec(numbered(basename(place))));
  if (places.length < 2 || parts.some((part) => part?.[1] !== parts[0]?.[1])) return false;
  const numbers = parts.map((part) => Number(part?.[2] || 1)).sort((a, b) => a - b);
  return (numbers[0] ?? 2) <= 1 && numbers.every((number, i) => number === (numbers[0] ?? 0) + i);
}

/** Notes that runs without a system name count as separate systems. */
function remarkNumbered(places: readonly string[], notes: ReadingNotes): void {
  const [file = ''] = places;
  const folder = visibleText(basename(dirname(file)), 80);
  const message = () =>
    `The ${countOf(places.length, 'numbered run')} in "${folder}" (${someOf(places.map((place) => basename(place)))}) do not name their system. Each counts as a separate system. ${giveOneName}`;
  notes.warn('outcomes/numbered-runs', message, { file: dirname(file), about: file, places });
}

/** Renames systems as requested. The nearest named folder above a file decides. */
export function renamed(reads: readonly ReadFile[], { systems }: OutcomeOptions, notes: ReadingNotes): FoundList {
  const found = reads.map(({ reading }) => reading?.outcomes ?? []);
  if (systems === undefined || systems.size === 0) return joined(found);
  const given = [...systems].map(([path, name]) => {
    return { path, name, real: realPath(resolve(path)), before: new Set<string>() };
  });
  const nearest = reads.map(({ file }, i) => {
    const real = realPath(resolve(file.real));
    const above = given.filter((each) => real === each.real || real.startsWith(`${each.real}${sep}`));
    const [name] = above.sort((a, b) => b.real.length - a.real.length);
    for (const { configuration } of at(found, i)) name?.before.add(configuration);
    return name;
  });
  for (const { path, name, before } of given) {
    if (before.size === 0 && notes.faultCount === 0) {
      const message = `--name ${visibleText(name, 60)}: there are no results at this path.`;
      const hint = 'Give --name a path that contains results.';
      notes.fault('outcomes/name-unused', message, { place: { file: path }, hint });
    }
    if (before.size < 2) continue;
    const first = [...before].sort(compareText).slice(0, 5);
    const some = joinWords(first.map((each) => `"${visibleText(each, 60)}"`));
    const message = `--name ${visibleText(name, 60)}: this path contains ${countOf(before.size, 'system')}, not one (${some}).`;
    const hint = 'Use --name once for the path of each system, or rename a system with --name NEW=OLD.';
    notes.fault('outcomes/several-configurations', message, { place: { file: path }, hint });
  }
  return joined(
    found.map((outcomes, i) => {
      const named = nearest[i];
      if (named === undefined || named.before.size > 1) return outcomes;
      const isShared = given.some(({ name, path }) => name === named.name && path !== named.path);
      return mapped(outcomes, ({ source: _, isPartlyNamed: __, ...outcome }) => {
        return { ...outcome, ...ofPath(outcome, named.path, isShared), configuration: named.name };
      });
    }),
  );
}

/** Reports under two paths that the user names aren't copies; under one name they are two runs. */
function ofPath({ identity, run }: Pick<FoundOutcome, 'identity' | 'run'>, path: string, isShared: boolean) {
  if (identity === undefined) return {};
  const own = isShared && run !== undefined ? { run: `${path} ${run}` } : {};
  return { identity: `${path} ${identity}`, ...own };
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
  // The next item is usually requested next.
  let list = 0;
  return new ListView(count, (index) => {
    while (index >= at(ends, list)) list += 1;
    while (index < at(ends, list) - at(lists, list).length) list -= 1;
    const own = at(lists, list);
    return itemAt(own, index - (at(ends, list) - own.length));
  });
}

/**
 * Gives every system a unique name, or the new name that the user gave it. The same name in different places means
 * different systems, and a name without an agent or model gets its place added. Files with the same name everywhere are
 * named after the folders that differ.
 */
export function tellApart(
  found: Iterable<FoundOutcome>,
  { isOneSystem = false, newNames = new Map() }: OutcomeOptions,
  notes: ReadingNotes,
): (outcome: Pick<FoundOutcome, 'configuration' | 'source'>) => string {
  const byName = new Map<string, Named>();
  for (const { configuration, source = '', isPartlyNamed, place, run, runPlace } of found) {
    const { file = '' } = place;
    const named = byName.get(configuration) ?? { sources: new Map(), runs: new Map(), isPartly: false, isFile: true };
    named.sources.set(source, source === join(dirname(resolve(file)), stemOf(file)) ? file : source);
    // Naming systems after the places of runs has reported these.
    if (run !== undefined && runPlace === undefined && !named.runs.get(source)?.has(run)) {
      const runs = named.runs.get(source) ?? new Map<string, string>();
      named.runs.set(source, runs.set(run, file));
    }
    if (isPartlyNamed === true) named.isPartly = true;
    if (named.isFile) named.isFile = stemOf(file) === configuration;
    byName.set(configuration, named);
  }
  const names = new Map<string, Map<string, string>>();
  const telling = [...byName].flatMap(([name, { runs }]) =>
    [...runs].flatMap(([source, own]) => (areDescriptive(own) ? [{ name, source, own }] : [])),
  );
  const parts = telling.length === 0 ? new Set<string>() : partKeys(found);
  for (const { name, source, own } of telling) remarkRuns(name, own, parts.has(sourceKey(name, source)), notes);
  for (const [name, { sources, isPartly, isFile }] of byName) {
    if (sources.size < 2 && !isPartly) continue;
    names.set(name, ownNames(name, [...sources.keys()], isFile));
  }
  const plain = [...byName.keys()].filter((name) => !names.has(name));
  const all = () => [...plain, ...[...names.values()].flatMap((own) => [...own.values()])];
  const counts = countBy(all(), (name) => name);
  for (const [name, own] of names) {
    // Several files in each folder: the folders do not tell these systems apart.
    const isShared = [...own.values()].some((each) => (counts.get(each) ?? 0) > 1);
    if (isShared) for (const [source, each] of own) own.set(source, `${each} (${name})`);
    // A user who gives a path for each system, or a new name, knows that.
    const isTold = isOneSystem || [...own.values()].some((each) => newNames.has(each));
    if (!isTold) remark(name, own, byName.get(name), notes);
  }
  const known = all().sort(compareText);
  for (const [old, name] of newNames) {
    if (known.includes(old) || notes.faultCount > 0) continue;
    const message = `--name ${visibleText(name, 60)}: "${visibleText(old, 200)}" is neither a path nor a system in the results.${didYouMean(old, known)}`;
    notes.fault('outcomes/name-unused', message, { hint: `Systems: ${someOf(known)}.` });
  }
  return ({ configuration, source }) => {
    const own = names.get(configuration)?.get(source ?? '') ?? configuration;
    return newNames.get(own) ?? own;
  };
}

/** The sources of the results of one name; an empty source is a file that names its system. */
interface Named {
  /** By source, the path that exists. */
  readonly sources: Map<string, string>;
  /** By source, a file of each run that names its system itself. */
  readonly runs: Map<string, Map<string, string>>;
  isPartly: boolean;
  /** Whether it is the name of each file. */
  isFile: boolean;
}

/** Names with as many of the last folders of each path as tell them apart. */
function ownNames(name: string, sources: readonly string[], isFile: boolean): Map<string, string> {
  const parts = sources.map((source) => source.split(/[\\/]/).filter((part) => part !== ''));
  let depth = 1;
  const ends = () => parts.map((each) => each.slice(-depth));
  const names = () => ends().map((end) => called(name, pathOf(end)));
  while (new Set(names()).size < sources.length && parts.some(({ length }) => length > depth)) depth += 1;
  // The end that all paths share says nothing about the system.
  let shared = 0;
  const isShared = () => new Set(ends().map((end) => end.at(-1 - shared))).size === 1;
  while (isFile && sources.length > 1 && shared < depth - 1 && isShared()) shared += 1;
  return new Map(
    sources.map((source, i) => {
      const end = at(ends(), i);
      return [source, shared === 0 ? called(name, pathOf(end)) : pathOf(end.slice(0, end.length - shared))];
    }),
  );
}

function pathOf(parts: readonly string[]): string {
  return parts.join('/');
}

function called(name: string, place: string): string {
  if (place === '') return name;
  // A name that is already the folder's is extended, not repeated.
  return place === name || place.endsWith(`/${name}`) ? place : `${name} (${place})`;
}

const mostShown = 5;
const mostIds = 3;

/** The first names in order, in quotation marks. */
function someOf(names: Iterable<string>): string {
  const all = [...names].sort(compareText).map((each) => `"${visibleText(each, 100)}"`);
  return `${joinWords(all.slice(0, mostShown))}${all.length > mostShown ? ` and ${all.length - mostShown} more` : ''}`;
}

export const keepApart = 'If they are different systems, name each one with --name NAME=PATH.';
export const giveOneName = 'If they are separate runs of one system, give them the same name with --name NAME=PATH.';

/** Whether the ids of several runs may name different systems. Numbers don't. */
function areDescriptive(runs: ReadonlyMap<string, string>): boolean {
  const names = [...runs.keys()];
  return new Set(names.map(withoutCounts)).size > 1 && !names.every((run) => exportedRun.test(run));
}

function sourceKey(name: string, source = ''): string {
  return JSON.stringify([name, source]);
}

/** The systems whose runs have no scored tasks in common. */
function partKeys(found: Iterable<FoundOutcome>): Set<string> {
  const runOf = new Map<string, string>();
  const [keys, shared] = [new Set<string>(), new Set<string>()];
  for (const { configuration, source, run = '', benchmark, taskId, verdict } of found) {
    const key = sourceKey(configuration, source);
    keys.add(key);
    if (typeof verdict === 'string' || shared.has(key)) continue;
    const task = JSON.stringify([key, benchmark, taskId]);
    if ((runOf.get(task) ?? run) !== run) shared.add(key);
    runOf.set(task, run);
  }
  return new Set([...keys].filter((key) => !shared.has(key)));
}

/** Warns how runs with descriptive ids count: as repeats, or as parts if they have no tasks in common. */
function remarkRuns(name: string, runs: ReadonlyMap<string, string>, areParts: boolean, notes: ReadingNotes): void {
  const ids = [...runs.keys()].sort(compareText);
  const more = ids.length > mostIds ? ` and ${ids.length - mostIds} more` : '';
  const first = ids.slice(0, mostIds).map((id) => `"${visibleText(id, 60)}"`);
  const shown = more === '' ? joinWords(first) : first.join(', ');
  const message = (n: number) => {
    const own = `${shown}${more} of "${visibleText(name, 80)}"`;
    const title = n === 1 ? `The runs ${own}` : `The runs of ${n} systems, such as ${own},`;
    const system = n === 1 ? 'one system' : 'their system';
    return areParts
      ? `${title} have no tasks in common, so they count as parts of ${system}. ${keepApart}`
      : `${title} count as repeats of ${system}. ${keepApart}`;
  };
  const files = new Set(runs.values());
  // The name of a file doesn't decide on the runs in it.
  const places = files.size > 1 ? [...files] : undefined;
  notes.warn('outcomes/run-ids', message, { file: [...files][0] ?? '', about: areParts ? 'parts' : 'repeats', places });
}

function remark(name: string, own: ReadonlyMap<string, string>, named: Named | undefined, notes: ReadingNotes): void {
  const shown = someOf(own.values());
  const [source = ''] = [...own.keys()].sort(compareText);
  const { isPartly = false, sources } = named ?? {};
  const file = sources?.get(source) ?? source;
  const title = visibleText(name, 80);
  if (isPartly) {
    const message = () =>
      `The results of "${title}" do not name a model, so each folder counts as a separate system (${countOf(own.size, 'system')}: ${shown}). To name a system, add --name NAME=PATH.`;
    notes.warn('outcomes/model-unknown', message, { file, about: name });
    return;
  }
  const message = () =>
    `There are results of "${title}" in ${countOf(own.size, 'place')}, which count as separate systems: ${shown}. ${giveOneName}`;
  notes.warn('outcomes/same-name', message, { file, about: name });
}

/** The results with the task ids that the patterns extract from task names. A warning counts the matches of each pattern. */
export function withTaskIds(found: FoundList, { taskPatterns = [] }: OutcomeOptions, notes: ReadingNotes): FoundList {
  if (taskPatterns.length === 0) return found;
  const patterns = taskPatterns.map(patternOf);
  const counts = new Map(patterns.map((pattern) => [pattern, 0]));
  let file = '';
  for (const { taskId, place } of found) {
    const fitting = patterns.find(({ before, after }) => idBetween(taskId, before, after) !== undefined);
    if (fitting === undefined) continue;
    if (file === '') file = place.file ?? '';
    counts.set(fitting, (counts.get(fitting) ?? 0) + 1);
  }
  for (const [{ text }, count] of counts) {
    const shown = visibleText(text, 60);
    const message = (n: number) =>
      n === 0
        ? `No task name in the results matches the pattern "${shown}" (--task-pattern).`
        : `Read the task ids of ${countOf(n, 'result')} with the pattern "${shown}".`;
    notes.warn('outcomes/task-pattern', message, { file, count, about: text });
  }
  return mapped(found, (outcome) => ({ ...outcome, taskId: idIn(patterns, outcome.taskId) }));
}

/** Like `isWanted`, but also for names that contain the id of a wanted task. */
export function wantedById({ isWanted, taskPatterns = [] }: OutcomeOptions): OutcomeOptions['isWanted'] {
  if (isWanted === undefined || taskPatterns.length === 0) return isWanted;
  const patterns = taskPatterns.map(patternOf);
  return (name) => isWanted(idIn(patterns, name));
}

function patternOf(text: string) {
  const [before = '', after = ''] = text.split('{id}');
  return { text, before, after };
}

function idIn(patterns: readonly ReturnType<typeof patternOf>[], name: string): string {
  for (const { before, after } of patterns) {
    const id = idBetween(name, before, after);
    if (id !== undefined) return id;
  }
  return name;
}
