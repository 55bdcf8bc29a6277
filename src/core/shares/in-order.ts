import type { ShareRule } from '../model/select-rule.js';
import type { Bin } from '../roundings/rounding-design.js';
import { usualShare } from './in-proportion.js';
import type { ShareDesign } from './share-design.js';
import { namesSetting, settingOf } from './share-setting.js';

const order = namesSetting({
  key: 'order',
  isNeeded: true,
  what: 'the groups to fill first',
  sentence: (each) => `With share in-order: the ${each}s to fill first.`,
});

/** Fills one group after another: the listed ones first, in their order; the others follow as they stand. */
export const inOrder: ShareDesign = {
  ...usualShare,
  name: 'in-order',
  settings: [order],
  words: {
    label: () => 'In order',
    sentence: (rule, bounds) => `by filling ${orderOf(rule).join(', then ')}, then any other${bounds}.`,
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
