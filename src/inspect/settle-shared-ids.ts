import { countOf } from '../core/text/count-of.js';
import { visibleText } from '../core/text/visible-text.js';
import { fieldsKnown } from './overlap-finder.js';
import { withSlashes } from './path-faults.js';
import type { CountedDraft } from './settle-overlaps.js';
import { mostIds, type SharedPair } from './shared-ids.js';

/** A draft whose ids no other benchmark of the plan will select, unless a person named the two. */
export interface SettledDraft extends CountedDraft {
  /** Ids that another benchmark has, with its key. */
  readonly excluded: ReadonlyMap<string, string>;
}

/**
 * Decides which benchmark keeps ids that two of one path have, so that the plan runs at once: `select` takes no id twice.
 * The benchmark that knows fewer fields of a task is left out if the other has all its ids, or else excludes those. What
 * a person named apart is meant apart, and is asked about.
 */
export function settleSharedIds(
  counted: readonly CountedDraft[],
  pairs: readonly SharedPair[],
): { counted: readonly SettledDraft[]; notes: readonly string[] } {
  const byKey = new Map(counted.map((each) => [each.key, each]));
  const met = pairs.flatMap((pair) => {
    const [first, second] = [byKey.get(pair.keys[0]), byKey.get(pair.keys[1])];
    return first === undefined || second === undefined ? [] : [new Meeting(first, second, pair)];
  });
  const leftOut = new Map<CountedDraft, Meeting>();
  const isOpen = ({ first, second }: Meeting) => !leftOut.has(first) && !leftOut.has(second);
  // First those that have nothing of their own: it may spare others their exclusions.
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
          distinct: own.length > 0 && own.every((meeting) => meeting.areOthers),
          excluded: new Map(excluded.flatMap(({ pair, keptBy }) => pair.ids.map((id) => [id, keptBy.key] as const))),
          open: [...each.open, ...own.map((meeting) => meeting.question())],
        };
      }),
    notes: [...leftOut].map(([draft, meeting]) => meeting.note(draft)),
  };
}

/** Two drafts that have ids in common. */
class Meeting {
  readonly first: CountedDraft;
  readonly second: CountedDraft;
  readonly pair: SharedPair;
  /** Whether the plan takes the tasks of the second for others than those of the first. */
  readonly areOthers: boolean;
  readonly #lesser: CountedDraft;

  constructor(first: CountedDraft, second: CountedDraft, pair: SharedPair) {
    this.first = first;
    this.second = second;
    this.pair = pair;
    this.areOthers = pair.alike === 0 || this.#areNamedApart();
    const saysMore = fieldsKnown(first.counts) - fieldsKnown(second.counts) || first.counts.tasks - second.counts.tasks;
    this.#lesser = saysMore >= 0 ? second : first;
  }

  /** Whether one has no task of its own. */
  get isWhole(): boolean {
    return this.#isCovered(this.#lesser);
  }

  /** The draft to leave out of the plan. */
  get leavesOut(): CountedDraft | undefined {
    if (this.areOthers || !this.#isInOnePath()) return undefined;
    if (this.#isCovered(this.#lesser)) return this.#lesser;
    if (this.pair.alike <= mostIds) return undefined;
    const other = this.#lesser === this.first ? this.second : this.first;
    if (this.#isCovered(other)) return other;
    return this.first.counts.tasks < this.second.counts.tasks ? this.first : this.second;
  }

  /** The draft that excludes the ids in common. */
  get excluding(): CountedDraft | undefined {
    return this.areOthers || !this.#isInOnePath() ? undefined : this.#lesser;
  }

  get keptBy(): CountedDraft {
    return this.#lesser === this.first ? this.second : this.first;
  }

  question(): string {
    const { shared, alike, example } = this.pair;
    const others = this.excluding === undefined ? this.first : this.keptBy;
    const which = `${countOf(shared, 'id')}, such as "${visibleText(example, 200)}", also in ${others.key}`;
    if (alike === 0)
      return `${which}, of another repository, language or category, so they are taken for other tasks (distinct: true). Are they?`;
    if (this.areOthers)
      return `${which}, which its records call another benchmark, so they are taken for other tasks (distinct: true). Are they?`;
    return this.excluding === undefined
      ? `${which}: the same tasks? "winnow select" stops where it would take one twice. Narrow a source, or say distinct: true.`
      : `${which}, so ${alike === 1 ? 'it is' : 'they are'} excluded here. Are they the same tasks?`;
  }

  note(draft: CountedDraft): string {
    const other = draft === this.first ? this.second : this.first;
    const { alike } = this.pair;
    const which = alike >= draft.counts.tasks ? 'all of them' : `${countOf(alike, 'id')} of them`;
    const paths = [...draft.draft.paths.keys()].map(withSlashes);
    const shown = paths.length === 1 ? paths[0] : `${paths[0]} and ${countOf(paths.length - 1, 'other')}`;
    return `Not used: ${countOf(draft.counts.tasks, 'task')} of ${shown} (${draft.counts.format}), ${which} also in ${other.key}.`;
  }

  #isCovered({ counts }: CountedDraft): boolean {
    return this.pair.alike >= counts.tasks;
  }

  #isInOnePath(): boolean {
    return this.first.draft.place === this.second.draft.place;
  }

  /** Records of one file that name two benchmarks say that their tasks are two. */
  #areNamedApart(): boolean {
    const [one, other] = [this.first.draft, this.second.draft];
    return one.named && other.named && [...one.paths.keys()].some((path) => other.paths.has(path));
  }
}
