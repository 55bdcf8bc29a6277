import type { ShareRule } from '../model/select-rule.js';
import { inProportion, numberSetting, settingOf } from './share-design.js';

/** Each group as large a part of the selection as of the pool. */
export const proportional = inProportion({
  name: 'proportional',
  label: () => 'Proportional',
  proportion: () => 'in proportion to the number of tasks',
  measure: ({ size }) => size,
});

/** As many places for each group, as far as it has tasks. */
export const equal = inProportion({
  name: 'equal',
  label: () => 'Equal',
  proportion: () => 'in equal parts',
  measure: () => 1,
});

/** Between equal and proportional: the large ones get more, but the small ones are not lost. */
export const squareRoot = inProportion({
  name: 'square-root',
  label: () => 'By square root of size',
  proportion: () => 'in proportion to the square root of the number of tasks',
  measure: ({ size }) => Math.sqrt(size),
});

const exponent = numberSetting(
  {
    key: 'exponent',
    isNeeded: true,
    what: 'the power of the size, from 0 to 1',
    sentence: (each) => `With share power: the exponent of a ${each}'s size; 0 is equal, 1 is proportional.`,
  },
  0,
  1,
);

/** In proportion to a power of the size: 1 is proportional, 0 is equal (Bankier 1988). */
export const power = inProportion({
  name: 'power',
  settings: [exponent],
  label: (rule) => `By size to the power ${exponentOf(rule)}`,
  proportion: (rule) => `in proportion to the number of tasks to the power ${exponentOf(rule)}`,
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
