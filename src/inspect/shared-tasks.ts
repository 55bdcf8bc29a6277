import { dirname, relative, sep } from 'node:path';
import type { FormatInspection } from '../core/contracts/inspect-document.js';
import { foldedId } from '../core/text/nearest-name.js';
import { compareText, countOf, visibleText } from '../core/text/words.js';
import type { TaskFacts } from '../sources/facts/task-facts.js';
import type { FoundTask } from '../sources/found.js';
import { HashSet } from './counts.js';
import { benchmarkKeys, type DraftBenchmark } from './draft-benchmarks.js';
import { withSlashes } from './given-paths.js';

/** Tasks that two sources have in one path. */
export interface Overlap {
  readonly sources: readonly [string, string];
  readonly tasks: number;
  readonly example: string;
}

/**
 * Finds tasks that two sources of one path have under the same name, such as a folder and a row beside it. Two
 * folders directly below the path are two benchmarks and share no names; a file in the path itself may belong to any
 * of them.
 */
export class OverlapFinder {
  readonly #names = new Map<string, HashSet>();
  readonly #pairs = new Map<string, Overlap & { readonly seen: HashSet; tasks: number }>();
  /** Tasks that an earlier source has as well. */
  repeated = 0;

  /** Adds a task of a source, found below a path. */
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

/**
 * The number of known standard fields per task, on average, to one decimal: of two sources, the one with more is
 * kept.
 */
export function fieldsKnown({ features, tasks }: FormatInspection): number {
  const known = [...features.values()].reduce((sum, { measured, declared }) => sum + measured + declared, 0);
  return tasks === 0 ? 0 : Math.round((known / tasks) * 10) / 10;
}

/** Ids that two benchmarks have. */
interface SharedPair {
  /** The keys of the two, in the order in which they were read. */
  readonly keys: readonly [string, string];
  shared: number;
  /** Ids whose tasks have no known difference: they may be the same tasks. */
  alike: number;
  /** The first of the alike ids, at most `mostIds`. */
  readonly ids: string[];
  /** The first of the others, at most `mostIds`. */
  readonly otherIds: string[];
  readonly example: string;
}

/** More ids than these are not listed one by one. */
const mostIds = 200;

/** Labels by which two tasks of one id are known to be different. */
const telling = ['repo', 'language', 'category'];

/** Finds ids that two benchmarks have, and whether the facts about the tasks are the same. */
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

/** The name of a draft in an overlap. */
export function sourceOf({ place, format }: DraftBenchmark, key: string): string {
  return JSON.stringify([place, format.name, key]);
}

/**
 * Of two formats with the same tasks in one path, keeps the one with more fields; both, if each has tasks that the
 * other lacks.
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
    // Paths that were given apart are meant apart, and files of one format that repeat each other are another matter.
    if (kept === undefined || other === undefined) continue;
    if (kept.draft.place !== other.draft.place || kept.draft.format === other.draft.format) continue;
    if (overlap.tasks < other.counts.tasks) sharing.push([kept.draft, other.draft]);
    else if (!keptFor.has(kept)) keptFor.set(other, kept);
  }
  const left = counted.filter((each) => !keptFor.has(each));
  // A draft that is left may get the shorter key of one that is not.
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
  return `Left out ${countOf(counts.tasks, 'task')} of ${paths} (${counts.format}), because all are also in ${key} (${kept.counts.format}), which has more fields per task (${fieldsKnown(kept.counts)}, not ${fieldsKnown(counts)}).`;
}

/** A draft whose ids no other benchmark of the plan will select, unless a person named both. */
export interface SettledDraft extends CountedDraft {
  /** Whether its tasks are other tasks than those of the same id elsewhere. */
  readonly distinct: boolean;
  /** Ids that another benchmark has, with its key. */
  readonly excluded: ReadonlyMap<string, string>;
  /** Questions about it and another draft that only a person can answer. */
  readonly open: readonly string[];
}

/**
 * Decides which benchmark keeps ids that two benchmarks of one path have, so that the plan runs at once: `select`
 * takes no id twice. The benchmark with fewer fields per task is left out if the other has all its ids; otherwise it
 * excludes them. Benchmarks that a person named separately stay separate, and the plan asks about them.
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
  // First the drafts without tasks of their own: leaving them out may spare others their exclusions.
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

/** Two drafts with ids in common, and the decision about them. */
interface Meeting {
  readonly first: CountedDraft;
  readonly second: CountedDraft;
  readonly pair: SharedPair;
  /** Whether the plan takes the tasks of the second for other tasks than those of the first. */
  readonly areOthers: boolean;
  /** Whether the draft with fewer facts has no unique task. */
  readonly isWhole: boolean;
  /** The draft to leave out of the plan. */
  readonly leavesOut: CountedDraft | undefined;
  /** The draft that excludes the ids in common. */
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
    return `${which}, but with a different repository, language or category, so they count as different tasks (distinct: true). Are they?`;
  if (areOthers)
    return `${which}, but its records assign them to another benchmark, so they count as different tasks (distinct: true). Are they?`;
  return excluding === undefined
    ? `${which}. Are they the same tasks? "winnow select" stops if it would take one twice. Narrow a source, or set distinct: true.`
    : `${which}, so ${alike === 1 ? 'it is' : 'they are'} excluded here. Are they the same tasks?`;
}

function leftOutNote({ draft, counts }: CountedDraft, { first, second, pair: { alike } }: Meeting): string {
  const other = draft === first.draft ? second : first;
  const which = alike >= counts.tasks ? 'all of them' : `${countOf(alike, 'id')} of them`;
  const paths = [...draft.paths.keys()].map(withSlashes);
  const shown = paths.length === 1 ? paths[0] : `${paths[0]} and ${countOf(paths.length - 1, 'other')}`;
  return `Left out ${countOf(counts.tasks, 'task')} of ${shown} (${counts.format}), because ${which} are also in ${other.key}.`;
}
