import type { Fault } from '../model/fault.js';
import type { ShareRule } from '../model/select-rule.js';
import type { Bin } from '../roundings/rounding-design.js';
import type { SharerWord, ShareSetting } from './share-setting.js';

/** All that there is to know about one way of sharing places. */
export interface ShareDesign {
  /** As plans name it. */
  readonly name: string;
  /** The keys of a plan that only this share looks at. */
  readonly settings: readonly ShareSetting[];
  readonly words: ShareWords;
  /** The setting that fixes the places of each, so that their sum is the number to take. */
  readonly placesIn: ShareSetting<ReadonlyMap<string, number>> | undefined;
  /** Set when a group may get no place however many there are, in words; a probability sample cannot have that. */
  readonly leavesOut: string | undefined;
  /** The fields of tasks that it adds up. */
  readonly looksAt?: readonly string[];
  /** What of earlier results the shares rest on, in words; undefined when on none. */
  readonly learnsFrom: (rule: ShareRule) => string | undefined;
  /** What it lacks to share among these. */
  readonly faults: (sharers: readonly Sharer[], rule: ShareRule, what: SharedWhat) => Fault[];
  /** What the share is in proportion to, 0 or more; called only where there are no faults. */
  readonly measure: (sharer: Sharer, rule: ShareRule) => number;
  /** The standard deviation that the share rests on; undefined when on none. */
  readonly deviation: (sharer: Sharer, rule: ShareRule) => number | undefined;
  /** The places each must have and may have; at most its eligible tasks. */
  readonly bounds: (sharer: Sharer, rule: ShareRule) => Pick<Bin, 'atLeast' | 'atMost'>;
  /** Places for each bin, in the order given: they sum to `places` and keep every bound. */
  readonly share: (bins: readonly ShareBin[], places: number, rule: ShareRule) => number[];
  /** Why no more can be taken, as the end of a sentence. */
  readonly whyNoMore: (bins: readonly ShareBin[], rule: ShareRule, what: SharedWhat) => string;
}

/** How reports speak of a share. */
interface ShareWords {
  /** In a few words, for a table cell: "By square root of size". */
  readonly label: (rule: ShareRule) => string;
  /** As the end of a sentence about places; `bounds` and `rounding` are those of the rule, in words. */
  readonly sentence: (rule: ShareRule, bounds: string, rounding: string) => string;
}

/** A group of tasks, or a benchmark, among which places are shared. */
export interface Sharer {
  /** Undefined: the tasks without the field. */
  readonly key: string | undefined;
  /** Tasks that may be taken. */
  readonly eligible: number;
  /**
   * Tasks that could be taken if none were excluded. Shares follow this number, so that excluding a task brings in the next
   * of its group and moves no place to another.
   */
  readonly size: number;
  /** Earlier results on its tasks, and how many of them passed; 0 where the share learns nothing from them. */
  readonly priorResults: number;
  readonly priorSolved: number;
  /** The sum of the standard deviations that earlier results let expect of its tasks; 0 likewise. */
  readonly anticipated: number;
}

/** What is shared, for messages. */
export interface SharedWhat {
  /** Who gives the places: `benchmark "x"`, or `the plan`. */
  readonly who: string;
  /** What the sharers differ in. */
  readonly by: string | undefined;
  /** What a sharer is called. */
  readonly each: SharerWord;
  /** Every name that a bound may speak of. */
  readonly known: ReadonlySet<string>;
  /** Places that are taken already, by pins: they count in what is wanted and found. */
  readonly pinned: number;
  /** Whether the places are themselves a part of the plan's total. */
  readonly isShare: boolean;
}

/** A sharer as the allocation sees it; its size, which settles ties, is that before exclusions. */
export interface ShareBin extends Bin {
  readonly eligible: number;
}
