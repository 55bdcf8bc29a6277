import type { ShareRule } from '../model/select-rule.js';
import { inProportion } from './in-proportion.js';
import { numberSetting, settingOf } from './share-setting.js';

const exponent = numberSetting(
  {
    key: 'exponent',
    isNeeded: true,
    what: 'the power of the size, from 0 to 1',
    sentence: (each) => `With share power: the power of a ${each}'s size; 0 is equal, 1 proportional.`,
  },
  0,
  1,
);

/** In proportion to a power of the size: 1 is proportional, 0 is equal (Bankier 1988). */
export const power = inProportion({
  name: 'power',
  settings: [exponent],
  label: (rule) => `By size to the power ${exponentOf(rule)}`,
  proportion: (rule) => `in proportion to their tasks to the power ${exponentOf(rule)}`,
  // Engines differ in the last bits of a power, and those must not decide who gets a place.
  measure: ({ size }, rule) => Number((size ** exponentOf(rule)).toPrecision(12)),
});

function exponentOf(rule: ShareRule): number {
  const value = settingOf(rule, exponent);
  if (value === undefined || !(value >= 0 && value < Infinity)) {
    throw new RangeError(`The share needs an exponent of 0 or more, but has ${value}.`);
  }
  return value;
}
