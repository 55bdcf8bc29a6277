import type { ShareRule } from '../model/select-rule.js';
import type { Bin } from '../roundings/rounding-design.js';
import { joinWords } from '../text/words.js';
import { listed, namesSetting, numbersSetting, type ShareDesign, settingOf, usualShare } from './share-design.js';

const places = numbersSetting(
  {
    key: 'places',
    isNeeded: true,
    what: 'the places of each group',
    sentence: (each) => `With share fixed: the number of places for each ${each}.`,
  },
  'whole',
  'its places',
);

/** The places listed in the plan. Places that a group can't fill become a shortfall; no other group gets them. */
export const fixed: ShareDesign = {
  ...usualShare,
  name: 'fixed',
  settings: [places],
  words: {
    label: () => 'Fixed numbers',
    sentence: (rule) => `as listed: ${joinWords([...placesOf(rule)].map(([name, count]) => `${name} ${count}`))}.`,
  },
  placesIn: places,
  measure: () => 0,
  bounds: ({ key = '', eligible }, rule) => {
    const given = Math.min(eligible, placesOf(rule).get(key) ?? 0);
    return { atLeast: given, atMost: given };
  },
  whyNoMore: (bins, rule, what) => {
    const short = bins.filter((bin) => (placesOf(rule).get(bin.key) ?? 0) > bin.eligible);
    return `by ${what.by}, these ${what.each}s have fewer eligible tasks than places: ${listed(short, what, (bin) => bin.eligible)}.`;
  },
};

function placesOf(rule: ShareRule): ReadonlyMap<string, number> {
  return settingOf(rule, places) ?? new Map();
}

const order = namesSetting({
  key: 'order',
  isNeeded: true,
  what: 'the groups to fill first',
  sentence: (each) => `With share in-order: the ${each}s to fill first.`,
});

/** Fills one group after another: listed groups in their order, then the rest in their given order. */
export const inOrder: ShareDesign = {
  ...usualShare,
  name: 'in-order',
  settings: [order],
  words: {
    label: () => 'In order',
    sentence: (rule, bounds) => `in order, filling ${orderOf(rule).join(', then ')}, then any other${bounds}.`,
  },
  measure: () => 0,
  leavesOut: 'the last groups may get no place',
  share: (bins, places, rule) => {
    const first = orderOf(rule);
    const place = ({ key }: Bin) => (first.includes(key) ? first.indexOf(key) : first.length);
    let left = places - bins.reduce((sum, bin) => sum + bin.atLeast, 0);
    const given = new Map<Bin, number>();
    for (const bin of bins.toSorted((a, b) => place(a) - place(b))) {
      const more = Math.min(left, bin.atMost - bin.atLeast);
      left -= more;
      given.set(bin, bin.atLeast + more);
    }
    return bins.map((bin) => given.get(bin) ?? 0);
  },
};

function orderOf(rule: ShareRule): readonly string[] {
  return settingOf(rule, order) ?? [];
}
