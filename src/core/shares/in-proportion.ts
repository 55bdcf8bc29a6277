import { boundFor, type ShareRule } from '../model/select-rule.js';
import { allocate, roundingOf } from '../roundings/roundings.js';
import type { ShareBin, ShareDesign, SharedWhat, Sharer } from './share-design.js';

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

/** The bounds that the rule gives to all alike. */
function boundsOfRule({ key = '', eligible }: Sharer, { atLeast, atMost }: ShareRule) {
  const most = Math.min(eligible, boundFor(atMost, key) ?? eligible);
  return { atLeast: Math.min(boundFor(atLeast, key) ?? 0, most), atMost: most };
}

/** Which ones are capped, or that all are used up. */
function whyCapped(bins: readonly ShareBin[], rule: ShareRule, what: SharedWhat): string {
  const capped = bins.filter((bin) => bin.atMost < bin.eligible);
  const one = rule.atMost?.values.size === 0 ? ` at ${rule.atMost.otherwise}` : '';
  const [which, why] = capped.length > 0 ? [capped, `capped${one}`] : [bins, 'used up'];
  return `by ${what.by}, these ${what.each}s are ${why}: ${listed(which, what, (bin) => bin.atMost)}.`;
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
