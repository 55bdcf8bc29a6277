import { afterAll } from 'vitest';
import { checkShare } from '../../../test/support/share-checks.js';
import { inProportion, numberSetting, type ShareDesign, settingOf } from './share-design.js';
import { shares } from './shares.js';

// A share, with a setting of its own, is a description and a place in the list: nothing else in the program needs to know.
const base = numberSetting(
  {
    key: 'base',
    isNeeded: true,
    what: 'what is added to each size, from 0 to 10',
    sentence: (each) => `With share "padded": what is added to the size of each ${each}.`,
  },
  0,
  10,
);
const padded = inProportion({
  name: 'padded',
  settings: [base],
  label: (rule) => `Padded by ${settingOf(rule, base)}`,
  proportion: (rule) => `in proportion to their tasks and ${settingOf(rule, base)} more`,
  measure: ({ size }, rule) => size + (settingOf(rule, base) ?? 0),
});

const list = shares as ShareDesign[];
list.push(padded);
afterAll(() => {
  list.pop();
});

checkShare(padded);
