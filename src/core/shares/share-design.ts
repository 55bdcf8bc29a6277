import type { Fault } from '../model/errors.js';
import { boundFor, type SettingValue, type ShareRule } from '../model/select-rule.js';
import { allocate, type Bin, roundingOf } from '../roundings/roundings.js';

export interface ShareDesign {
  /** The name in plans. */
  readonly name: string;
  /** The plan keys that only this share uses. */
  readonly settings: readonly ShareSetting[];
  readonly words: ShareWords;
  /** The setting that fixes the places of each group, so that their sum is the number to take. */
  readonly placesIn: ShareSetting<ReadonlyMap<string, number>> | undefined;
  /** Set if a group may get no place, with the reason in words; a probability sample does not allow that. */
  readonly leavesOut: string | undefined;
  /** The fields of tasks that the share sums. */
  readonly looksAt?: readonly string[];
  /** The earlier results that the share depends on, in words; undefined if none. */
  readonly learnsFrom: (rule: ShareRule) => string | undefined;
  /** Errors for data that the share lacks. */
  readonly faults: (sharers: readonly Sharer[], rule: ShareRule, what: SharedWhat) => Fault[];
  /** The quantity that the share is proportional to, 0 or more; called only if there are no errors. */
  readonly measure: (sharer: Sharer, rule: ShareRule) => number;
  /** The standard deviation that the share is based on, if any. */
  readonly deviation: (sharer: Sharer, rule: ShareRule) => number | undefined;
  /** The minimum and maximum places of a sharer; at most its eligible tasks. */
  readonly bounds: (sharer: Sharer, rule: ShareRule) => Pick<Bin, 'atLeast' | 'atMost'>;
  /** The places of each bin, in the order given; they sum to `places` and respect every bound. */
  readonly share: (bins: readonly ShareBin[], places: number, rule: ShareRule) => number[];
  /** The reason why no more can be taken, as the end of a sentence. */
  readonly whyNoMore: (bins: readonly ShareBin[], rule: ShareRule, what: SharedWhat) => string;
}

interface ShareWords {
  /** A few words for a table cell: "By square root of size". */
  readonly label: (rule: ShareRule) => string;
  /** The end of a sentence about places; `bounds` and `rounding` describe the rule. */
  readonly sentence: (rule: ShareRule, bounds: string, rounding: string) => string;
}

/** A group of tasks, or a benchmark, among which places are shared. */
export interface Sharer {
  /** Undefined for the tasks without the field. */
  readonly key: string | undefined;
  readonly eligible: number;
  /** The number of tasks before exclusions, so that an exclusion moves no place to another group. */
  readonly size: number;
  /** Earlier results on its tasks, of which `priorSolved` passed; both are 0 if the share does not use them. */
  readonly priorResults: number;
  readonly priorSolved: number;
  /** The sum of the tasks' anticipated standard deviations; 0 if the share does not use it. */
  readonly anticipated: number;
  /** Pinned tasks, which already have a place and count towards the bounds. Default 0. */
  readonly pinned?: number;
  /** Whether its other tasks are drawn. A floor then guarantees a place for them, so that each can be drawn. */
  readonly isDrawn?: boolean;
}

export interface SharedWhat {
  /** The giver of the places: `benchmark "x"`, or `the plan`. */
  readonly who: string;
  /** The field that distinguishes the sharers. */
  readonly by: string | undefined;
  readonly each: SharerWord;
  /** Every name that a bound may use. */
  readonly known: ReadonlySet<string>;
  /** Places taken by pins, which count as both wanted and found. */
  readonly pinned: number;
  /** Whether the places are a share of the plan's total. */
  readonly isShare: boolean;
}

/** A sharer in the allocation; its size, which breaks ties, is the size before exclusions. */
export interface ShareBin extends Bin {
  readonly eligible: number;
  readonly pinned: number;
}

/** A plan key that only one share uses. */
export interface ShareSetting<Value extends SettingValue = SettingValue> {
  readonly key: string;
  /** Whether the share requires it. */
  readonly isNeeded: boolean;
  /** A description for errors about a missing key: "the power of the size, from 0 to 1". */
  readonly what: string;
  /** A description for people who edit plans. */
  readonly sentence: (each: SharerWord) => string;
  readonly form: SettingForm;
  /** Reads the value from a written plan or from a rule; undefined if it is missing. */
  readonly read: (value: unknown) => Value | undefined;
}

export type SharerWord = 'group' | 'benchmark';

export type SettingForm =
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  | { readonly kind: 'names' }
  /** A number for each name; `of` describes the number: "its places". */
  | { readonly kind: 'numbers'; readonly are: 'whole' | 'above 0'; readonly of: string };

type Told = Pick<ShareSetting, 'key' | 'isNeeded' | 'what' | 'sentence'>;

export function numberSetting(told: Told, least: number, most: number): ShareSetting<number> {
  return {
    ...told,
    form: { kind: 'number', least, most },
    read: (value) => (typeof value === 'number' ? value : undefined),
  };
}

export function namesSetting(told: Told): ShareSetting<readonly string[]> {
  return {
    ...told,
    form: { kind: 'names' },
    read: (value) => (Array.isArray(value) ? value.map(String) : undefined),
  };
}

export function numbersSetting(
  told: Told,
  are: 'whole' | 'above 0',
  of: string,
): ShareSetting<ReadonlyMap<string, number>> {
  return {
    ...told,
    form: { kind: 'numbers', are, of },
    read: (value) => {
      if (value instanceof Map) return value;
      return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
    },
  };
}

export function settingOf<Value extends SettingValue>(rule: ShareRule, setting: ShareSetting<Value>) {
  return setting.read(rule.settings.get(setting.key));
}

/** The defaults of most shares: they respect the rule's bounds, use its rounding, and need nothing else. */
export const usualShare = {
  settings: [],
  placesIn: undefined,
  leavesOut: undefined,
  learnsFrom: () => undefined,
  faults: () => [],
  deviation: () => undefined,
  bounds: boundsOfRule,
  share: (bins, places, rule) => allocate(bins, places, roundingOf(rule)),
  whyNoMore: whyCapped,
} satisfies Omit<ShareDesign, 'name' | 'words' | 'measure'>;

type Proportion = Omit<ShareDesign, 'words' | keyof typeof usualShare> &
  Partial<ShareDesign> & {
    readonly label: ShareDesign['words']['label'];
    /** The proportion in words. */
    readonly proportion: (rule: ShareRule) => string;
  };

export function inProportion({ label, proportion, ...own }: Proportion): ShareDesign {
  const words = {
    label,
    sentence: (rule: ShareRule, bounds: string, rounding: string) => `${proportion(rule)}${bounds}; ${rounding}.`,
  };
  return { ...usualShare, words, ...own };
}

function boundsOfRule({ key = '', eligible, pinned = 0, isDrawn }: Sharer, { atLeast, atMost }: ShareRule) {
  const left = (bound: number) => Math.max(0, bound - pinned);
  const most = Math.min(eligible, left(boundFor(atMost, key) ?? Number.POSITIVE_INFINITY));
  const floor = boundFor(atLeast, key) ?? 0;
  return { atLeast: Math.min(Math.max(left(floor), isDrawn && floor > 0 ? 1 : 0), most), atMost: most };
}

/** Lists the capped groups, or all of them if none is capped. */
function whyCapped(bins: readonly ShareBin[], rule: ShareRule, what: SharedWhat): string {
  const capped = bins.filter((bin) => bin.atMost < bin.eligible);
  const one = rule.atMost?.values.size === 0 ? ` at ${rule.atMost.otherwise}` : '';
  const [which, why] = capped.length > 0 ? [capped, `capped${one}`] : [bins, 'used up'];
  const others = which.length < bins.length ? ', and all tasks in the other groups are selected' : '';
  return `by ${what.by}, these ${what.each}s are ${why}: ${listed(which, what, (bin) => bin.atMost + bin.pinned)}${others}.`;
}

const mostListed = 5;

export function listed(bins: readonly ShareBin[], what: SharedWhat, figure: (bin: ShareBin) => number): string {
  const shown = bins
    .slice(0, mostListed)
    .map((bin) => `${bin.key === '' ? `no ${what.by}` : bin.key} (${figure(bin)})`);
  const more = bins.length > shown.length ? ` and ${bins.length - shown.length} more` : '';
  return `${shown.join(', ')}${more}`;
}
