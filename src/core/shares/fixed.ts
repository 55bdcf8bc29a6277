import type { ShareRule } from '../model/select-rule.js';
import { joinWords } from '../text/join-words.js';
import { listed, usualShare } from './in-proportion.js';
import type { ShareDesign } from './share-design.js';
import { numbersSetting, settingOf } from './share-setting.js';

const places = numbersSetting(
  {
    key: 'places',
    isNeeded: true,
    what: 'the places of each group',
    sentence: (each) => `With share fixed: the places of each ${each}.`,
  },
  'whole',
  'its places',
);

/** As the plan lists the places: a group too small for them leaves a shortfall, and nobody takes its places. */
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
