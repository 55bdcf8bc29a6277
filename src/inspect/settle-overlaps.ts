import { compareText } from '../core/text/compare-text.js';
import { countOf } from '../core/text/count-of.js';
import { benchmarkKeys, type DraftBenchmark } from './draft-benchmarks.js';
import type { FormatInspection } from './inspection.js';
import { fieldsKnown, type Overlap } from './overlap-finder.js';
import { withSlashes } from './path-faults.js';

/** A draft with its key and what was counted. */
export interface CountedDraft {
  readonly key: string;
  readonly draft: DraftBenchmark;
  readonly counts: FormatInspection;
  /** Whether its tasks are others than those of the same id elsewhere. */
  readonly distinct: boolean;
  /** What only a person can answer about it and another draft. */
  readonly open: readonly string[];
}

/** The name under which an overlap knows a draft. */
export function sourceOf({ place, format }: DraftBenchmark, key: string): string {
  return JSON.stringify([place, format.name, key]);
}

/**
 * Of two formats that have the same tasks in one path, the one that knows more fields of a task is kept. If each has tasks
 * of its own, both are kept.
 */
export function settleOverlaps(
  counted: readonly CountedDraft[],
  overlaps: readonly Overlap[],
): {
  counted: readonly CountedDraft[];
  /** Pairs of drafts with some tasks in common, in two formats. */
  sharing: readonly (readonly [CountedDraft['draft'], CountedDraft['draft']])[];
  notes: readonly string[];
} {
  const drafts = new Map(counted.map((each) => [sourceOf(each.draft, each.key), each]));
  const keptFor = new Map<CountedDraft, CountedDraft>();
  const sharing: [DraftBenchmark, DraftBenchmark][] = [];
  for (const overlap of overlaps) {
    const [kept, other] = overlap.sources
      .flatMap((source) => drafts.get(source) ?? [])
      .sort((a, b) => fieldsKnown(b.counts) - fieldsKnown(a.counts) || compareText(a.key, b.key));
    if (kept === undefined || other === undefined || !areTwoFormats(kept.draft, other.draft)) continue;
    if (overlap.tasks < other.counts.tasks) sharing.push([kept.draft, other.draft]);
    else if (!keptFor.has(kept)) keptFor.set(other, kept);
  }
  const left = counted.filter((each) => !keptFor.has(each));
  // Who is left may have the shorter key of whoever is not.
  const keys = benchmarkKeys(left.map(({ draft }) => draft));
  const keyOf = ({ draft, key }: CountedDraft) => keys.get(draft) ?? key;
  return {
    counted: left.map((each) => ({ ...each, key: keyOf(each) })),
    sharing,
    notes: [...keptFor].map(([other, kept]) => notKept(other, kept, keyOf(kept))),
  };
}

/** Paths that were given apart are meant apart, and files of one format that repeat each other are another matter. */
function areTwoFormats(one: DraftBenchmark, other: DraftBenchmark): boolean {
  return one.place === other.place && one.format !== other.format;
}

function notKept({ draft, counts }: CountedDraft, kept: CountedDraft, key: string): string {
  const paths = [...draft.paths.keys()].map(withSlashes).join(', ');
  return `Not used: ${countOf(counts.tasks, 'task')} of ${paths} (${counts.format}), all of them also in ${key} (${kept.counts.format}), which says more: ${fieldsKnown(kept.counts)} fields a task against ${fieldsKnown(counts)}.`;
}
