import { dirname, relative, sep } from 'node:path';
import type { FormatInspection } from '../core/contracts/inspect-document.js';
import { foldedId } from '../core/text/nearest-name.js';
import { compareText, countOf, visibleText } from '../core/text/words.js';
import type { TaskFacts } from '../sources/facts/task-facts.js';
import type { FoundTask } from '../sources/found.js';
import { HashSet } from './counts.js';
import { benchmarkKeys, type DraftBenchmark } from './draft-benchmarks.js';
import { withSlashes } from './given-paths.js';

/** Tasks that occur in two sources of one path. */
export interface Overlap {
  readonly sources: readonly [string, string];
  readonly tasks: number;
  readonly example: string;
}

/**
 * Finds tasks that occur in two sources of one path under the same name, such as a folder and a row next to it. Two
 * folders directly below the path are two benchmarks, so their names are not compared; a file in the path itself may
 * belong to any of them.
 */
export class OverlapFinder {
  readonly #names = new Map<string, HashSet>();
  readonly #pairs = new Map<string, Overlap & { readonly seen: HashSet; tasks: number }>();
  /** Tasks that also occur in an earlier source. */
  repeated = 0;

  /** Adds a task that a source has below a path. */
  add(source: string, place: string, { path, facts }: FoundTask): void {
    const home = relative(place, dirname(path));
    const [folder = ''] = home.split(sep);
    const names = [...new Set([facts.id, ...facts.aliases].map(foldedId))];
    let isRepeated = false;
    for (const [other, known] of this.#names) {
      if (other === source) continue;
      const name = names.find((each) =>
        folder === '' ? known.has(keyOf('*', each)) : known.has(keyOf(folder, each)) || known.has(keyOf('', each)),
      );
      if (name === undefined) continue;
      isRepeated = true;
      this.#note(other, source, name, facts.id);
    }
    if (isRepeated) this.repeated += 1;
    const own = setOf(this.#names, source);
    for (const name of names) {
      own.add(keyOf(folder, name));
      own.add(keyOf('*', name));
    }
  }

  result(): readonly Overlap[] {
    return [...this.#pairs.values()].map(({ sources, tasks, example }) => ({ sources, tasks, example }));
  }

  #note(first: string, second: string, name: string, example: string): void {
    const sources = [first, second].sort() as [string, string];
    const key = sources.join('\0');
    const pair = this.#pairs.get(key) ?? { sources, seen: new HashSet(), tasks: 0, example };
    this.#pairs.set(key, pair);
    if (!pair.seen.add(name)) pair.tasks += 1;
  }
}

function keyOf(folder: string, name: string): string {
  return `${folder}\0${name}`;
}

function setOf(sets: Map<string, HashSet>, key: string): HashSet {
  const known = sets.get(key) ?? new HashSet();
  sets.set(key, known);
  return known;
}

/** The mean number of known standard fields per task, to one decimal. Of two sources, the one with more is kept. */
export function fieldsKnown({ features, tasks }: FormatInspection): number {
  const known = [...features.values()].reduce((sum, { measured, declared }) => sum + measured + declared, 0);
  return tasks === 0 ? 0 : Math.round((known / tasks) * 10) / 10;
}

/** Ids that occur in two benchmarks. */
interface SharedPair {
  /** The keys of both benchmarks, in the order in which they were read. */
  readonly keys: readonly [string, string];
  shared: number;
  /** Ids of tasks without a known difference, which may be the same tasks. */
  alike: number;
  /** The first of the alike ids, at most `mostIds`. */
  readonly ids: string[];
  /** The first of the other shared ids, at most `mostIds`. */
  readonly otherIds: string[];
  readonly example: string;
}

/** Beyond this number, ids are not listed one by one. */
const mostIds = 200;

/** If two tasks with the same id differ in one of these labels, they are different tasks. */
const telling = ['repo', 'language', 'category'];

/** Finds ids that occur in two benchmarks, and whether their tasks may be the same. */
export class SharedIds {
  readonly #ids = new Map<string, HashSet>();
  readonly #tasks = new Map<string, HashSet>();
  readonly #pairs = new Map<string, SharedPair>();

  add(benchmark: string, { id, labels }: TaskFacts): void {
    const known = telling.flatMap((field) => {
      const value = labels.find((label) => label.field === field)?.value;
      return value === undefined ? [] : [{ field: `${id}\0${field}`, label: `${id}\0${field}\0${value}` }];
    });
    for (const [other, ids] of this.#ids) {
      if (other === benchmark || !ids.has(id)) continue;
      const keys = [other, benchmark] as const;
      const key = JSON.stringify(keys);
      const pair = this.#pairs.get(key) ?? { keys, shared: 0, alike: 0, ids: [], otherIds: [], example: id };
      this.#pairs.set(key, pair);
      pair.shared += 1;
      const others = this.#tasks.get(other);
      const differs = known.some(({ field, label }) => others?.has(field) === true && !others.has(label));
      if (!differs) pair.alike += 1;
      const list = differs ? pair.otherIds : pair.ids;
      if (list.length < mostIds) list.push(id);
    }
    setOf(this.#ids, benchmark).add(id);
    const own = setOf(this.#tasks, benchmark);
    for (const { field, label } of known) {
      own.add(field);
      own.add(label);
    }
  }

  pairs(): readonly SharedPair[] {
    return [...this.#pairs.values()];
  }
}

/** A draft with its key and its counts. */
export interface CountedDraft {
  readonly key: string;
  readonly draft: DraftBenchmark;
  readonly counts: FormatInspection;
}

/** The name by which a draft appears in an overlap. */
export function sourceOf({ place, format }: DraftBenchmark, key: string): string {
  return JSON.stringify([place, format.name, key]);
}

/**
 * If two formats in one path have the same tasks, keeps the one with more fields; if each has tasks that the other
 * lacks, keeps both.
 */
export function settleOverlaps(
  counted: readonly CountedDraft[],
  overlaps: readonly Overlap[],
): {
  counted: readonly CountedDraft[];
  /** Pairs of drafts with some tasks in common, in two formats. */
  sharing: readonly (readonly [DraftBenchmark, DraftBenchmark])[];
  notes: readonly string[];
} {
  const drafts = new Map(counted.map((each) => [sourceOf(each.draft, each.key), each]));
  const keptFor = new Map<CountedDraft, CountedDraft>();
  const sharing: [DraftBenchmark, DraftBenchmark][] = [];
  for (const overlap of overlaps) {
    const [kept, other] = overlap.sources
      .flatMap((source) => drafts.get(source) ?? [])
      .sort((a, b) => fieldsKnown(b.counts) - fieldsKnown(a.counts) || compareText(a.key, b.key));
    // Separate paths are meant to be separate; files of one format that repeat each other are handled elsewhere.
    if (kept === undefined || other === undefined) continue;
    if (kept.draft.place !== other.draft.place || kept.draft.format === other.draft.format) continue;
    if (overlap.tasks < other.counts.tasks) sharing.push([kept.draft, other.draft]);
    else if (!keptFor.has(kept)) keptFor.set(other, kept);
  }
  const left = counted.filter((each) => !keptFor.has(each));
  // A remaining draft may get the shorter key of a removed one.
  const keys = benchmarkKeys(left.map(({ draft }) => draft));
  const newKey = ({ draft, key }: CountedDraft) => keys.get(draft) ?? key;
  return {
    counted: left.map((each) => ({ ...each, key: newKey(each) })),
    sharing,
    notes: [...keptFor].map(([other, kept]) => notKept(other, kept, newKey(kept))),
  };
}

function notKept({ draft, counts }: CountedDraft, kept: CountedDraft, key: string): string {
  const paths = [...draft.paths.keys()].map(withSlashes).join(', ');
  return `Left out ${countOf(counts.tasks, 'task')} in ${paths} (${counts.format}), because ${key} (${kept.counts.format}) contains all of them with more fields per task (${fieldsKnown(kept.counts)} rather than ${fieldsKnown(counts)}).`;
}

/** A draft after shared ids are settled: no other benchmark of the plan will select its ids, unless a person named both. */
export interface SettledDraft extends CountedDraft {
  /** Whether its tasks differ from tasks with the same id elsewhere. */
  readonly distinct: boolean;
  /** Ids to exclude because another benchmark has them, with the key of that benchmark. */
  readonly excluded: ReadonlyMap<string, string>;
  /** Questions about shared ids that only a person can answer. */
  readonly open: readonly string[];
}

/**
 * If two benchmarks in one path share ids, decides which one keeps them, so that the plan is ready to run: `select`
 * refuses to take an id twice. The benchmark with fewer fields per task is left out if the other has all of its ids;
 * otherwise it excludes the shared ids. Benchmarks that a person named separately stay separate, with a question in the
 * plan.
 */
export function settleSharedIds(
  counted: readonly CountedDraft[],
  pairs: readonly SharedPair[],
): { counted: readonly SettledDraft[]; notes: readonly string[] } {
  const byKey = new Map(counted.map((each) => [each.key, each]));
  const met = pairs.flatMap((pair) => {
    const [first, second] = [byKey.get(pair.keys[0]), byKey.get(pair.keys[1])];
    return first === undefined || second === undefined ? [] : [meetingOf(first, second, pair)];
  });
  const leftOut = new Map<CountedDraft, Meeting>();
  const isOpen = ({ first, second }: Meeting) => !leftOut.has(first) && !leftOut.has(second);
  // Drafts without unique tasks first: without them, other drafts may need no exclusions.
  for (const isWhole of [true, false])
    for (const meeting of met)
      if (isOpen(meeting) && meeting.leavesOut !== undefined && meeting.isWhole === isWhole)
        leftOut.set(meeting.leavesOut, meeting);
  const open = met.filter(isOpen);
  return {
    counted: counted
      .filter((each) => !leftOut.has(each))
      .map((each) => {
        const own = open.filter(({ second, excluding }) => (excluding ?? second) === each);
        const excluded = own.filter(({ excluding }) => excluding !== undefined);
        return {
          ...each,
          distinct: own.length > 0 && own.every(({ areOthers }) => areOthers),
          excluded: new Map(excluded.flatMap(({ pair, keptBy }) => pair.ids.map((id) => [id, keptBy.key] as const))),
          open: own.map(questionOf),
        };
      }),
    notes: [...leftOut].map(([draft, meeting]) => leftOutNote(draft, meeting)),
  };
}

/** Two drafts with shared ids, and the decision about them. */
interface Meeting {
  readonly first: CountedDraft;
  readonly second: CountedDraft;
  readonly pair: SharedPair;
  /** Whether the plan treats the tasks of the two drafts as different tasks. */
  readonly areOthers: boolean;
  /** Whether the draft with fewer facts has no unique task. */
  readonly isWhole: boolean;
  /** The draft to leave out of the plan. */
  readonly leavesOut: CountedDraft | undefined;
  /** The draft that excludes the shared ids. */
  readonly excluding: CountedDraft | undefined;
  readonly keptBy: CountedDraft;
}

function meetingOf(first: CountedDraft, second: CountedDraft, pair: SharedPair): Meeting {
  const [one, other] = [first.draft, second.draft];
  // If records of one file name two benchmarks, their tasks are different.
  const areNamedApart = one.named && other.named && [...one.paths.keys()].some((path) => other.paths.has(path));
  const areOthers = pair.alike === 0 || areNamedApart;
  const saysMore = fieldsKnown(first.counts) - fieldsKnown(second.counts) || first.counts.tasks - second.counts.tasks;
  const [keptBy, lesser] = saysMore >= 0 ? [first, second] : [second, first];
  const isCovered = ({ counts }: CountedDraft) => pair.alike >= counts.tasks;
  const canGo = !areOthers && one.place === other.place;
  const smaller = first.counts.tasks < second.counts.tasks ? first : second;
  const tooMany = isCovered(keptBy) ? keptBy : smaller;
  const leavesOut = isCovered(lesser) ? lesser : pair.alike <= mostIds ? undefined : tooMany;
  const fate = canGo ? { leavesOut, excluding: lesser } : { leavesOut: undefined, excluding: undefined };
  return { first, second, pair, areOthers, isWhole: isCovered(lesser), ...fate, keptBy };
}

function questionOf({ first, pair: { shared, alike, example }, areOthers, excluding, keptBy }: Meeting): string {
  const others = excluding === undefined ? first : keptBy;
  const which = `${countOf(shared, 'id is', 'ids are')} also in ${others.key}, such as "${visibleText(example, 200)}"`;
  if (alike === 0)
    return `${which}, but with a different repository, language or category, so they are treated as different tasks (distinct: true). Is that right?`;
  if (areOthers)
    return `${which}, but the records assign them to different benchmarks, so they are treated as different tasks (distinct: true). Is that right?`;
  return excluding === undefined
    ? `${which}. Are they the same tasks? If so, narrow one of the sources; if not, set distinct: true. "winnow select" refuses to select an id twice.`
    : `${which}, so ${alike === 1 ? 'it is' : 'they are'} excluded here. Are they the same tasks?`;
}

function leftOutNote({ draft, counts }: CountedDraft, { first, second, pair: { alike } }: Meeting): string {
  const other = draft === first.draft ? second : first;
  const which = alike >= counts.tasks ? 'all of them' : `${countOf(alike, 'id')}`;
  const paths = [...draft.paths.keys()].map(withSlashes);
  const shown = paths.length === 1 ? paths[0] : `${paths[0]} and ${countOf(paths.length - 1, 'other')}`;
  return `Left out ${countOf(counts.tasks, 'task')} in ${shown} (${counts.format}), because ${which} ${which === '1 id' ? 'is' : 'are'} also in ${other.key}.`;
}
