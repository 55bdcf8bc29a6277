import type { Fault } from '../model/errors.js';
import { boundFor, type SettingValue, type ShareRule } from '../model/select-rule.js';
import type { Bin } from '../roundings/rounding-design.js';
import { allocate, roundingOf } from '../roundings/roundings.js';

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
  /** Tasks that could be taken if none were excluded, so that an exclusion moves no place to another group. */
  readonly size: number;
  /** Earlier results on its tasks, and how many of them passed; 0 where the share learns nothing from them. */
  readonly priorResults: number;
  readonly priorSolved: number;
  /** The sum of the standard deviations that earlier results let expect of its tasks; 0 likewise. */
  readonly anticipated: number;
  /** Tasks that have a place already, by pins, and count towards its bounds; default 0. */
  readonly pinned?: number;
  /** Whether its other tasks are drawn: with a floor it then has one place for them, or they would have no chance. */
  readonly isDrawn?: boolean;
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
  readonly pinned: number;
}

/** What a share takes besides the sizes: a key of the plan that has a meaning with this share alone. */
export interface ShareSetting<Value extends SettingValue = SettingValue> {
  /** The key of the plan. */
  readonly key: string;
  /** Whether the share cannot do without it. */
  readonly isNeeded: boolean;
  /** What it is, for whoever left it out: "the power of the size, from 0 to 1". */
  readonly what: string;
  /** What it is, for whoever edits a plan; `each` is what gets a share. */
  readonly sentence: (each: SharerWord) => string;
  readonly form: SettingForm;
  /** Its value, from a plan as written or from a rule; undefined when it is not there. */
  readonly read: (value: unknown) => Value | undefined;
}

/** What those among which places are shared are called. */
export type SharerWord = 'group' | 'benchmark';

/** What the value of a setting must be. */
export type SettingForm =
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  | { readonly kind: 'names' }
  /** A number for each name; `of` says what the number is: "its places". */
  | { readonly kind: 'numbers'; readonly are: 'whole' | 'above 0'; readonly of: string };

type Told = Pick<ShareSetting, 'key' | 'isNeeded' | 'what' | 'sentence'>;

/** A setting that is one number. */
export function numberSetting(told: Told, least: number, most: number): ShareSetting<number> {
  return {
    ...told,
    form: { kind: 'number', least, most },
    read: (value) => (typeof value === 'number' ? value : undefined),
  };
}

/** A setting that is a list of names. */
export function namesSetting(told: Told): ShareSetting<readonly string[]> {
  return {
    ...told,
    form: { kind: 'names' },
    read: (value) => (Array.isArray(value) ? value.map(String) : undefined),
  };
}

/** A setting that gives a number to each name. */
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

/** What a rule says for a setting; undefined when it does not say. */
export function settingOf<Value extends SettingValue>(rule: ShareRule, setting: ShareSetting<Value>) {
  return setting.read(rule.settings.get(setting.key));
}

/** What most shares have in common: they are held within the rule's bounds, rounded as it says, and need nothing else. */
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
    /** What it is in proportion to, in words. */
    readonly proportion: (rule: ShareRule) => string;
  };

/** A share in proportion to a measure of each group. */
export function inProportion({ label, proportion, ...own }: Proportion): ShareDesign {
  const words = {
    label,
    sentence: (rule: ShareRule, bounds: string, rounding: string) => `${proportion(rule)}${bounds}; ${rounding}.`,
  };
  return { ...usualShare, words, ...own };
}

/** The bounds that the rule gives to all alike, less the pinned tasks. */
function boundsOfRule({ key = '', eligible, pinned = 0, isDrawn }: Sharer, { atLeast, atMost }: ShareRule) {
  const left = (bound: number) => Math.max(0, bound - pinned);
  const most = Math.min(eligible, left(boundFor(atMost, key) ?? Number.POSITIVE_INFINITY));
  const floor = boundFor(atLeast, key) ?? 0;
  return { atLeast: Math.min(Math.max(left(floor), isDrawn && floor > 0 ? 1 : 0), most), atMost: most };
}

/** Which ones are capped and that the others, or all, are used up. */
function whyCapped(bins: readonly ShareBin[], rule: ShareRule, what: SharedWhat): string {
  const capped = bins.filter((bin) => bin.atMost < bin.eligible);
  const one = rule.atMost?.values.size === 0 ? ` at ${rule.atMost.otherwise}` : '';
  const [which, why] = capped.length > 0 ? [capped, `capped${one}`] : [bins, 'used up'];
  const others = which.length < bins.length ? '; all tasks of the others are taken' : '';
  return `by ${what.by}, these ${what.each}s are ${why}: ${listed(which, what, (bin) => bin.atMost + bin.pinned)}${others}.`;
}

const mostListed = 5;

/** The first few bins by name, each with a figure. */
export function listed(bins: readonly ShareBin[], what: SharedWhat, figure: (bin: ShareBin) => number): string {
  const shown = bins
    .slice(0, mostListed)
    .map((bin) => `${bin.key === '' ? `no ${what.by}` : bin.key} (${figure(bin)})`);
  const more = bins.length > shown.length ? ` and ${bins.length - shown.length} more` : '';
  return `${shown.join(', ')}${more}`;
}
