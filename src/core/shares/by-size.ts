import type { ShareRule } from '../model/select-rule.js';
import { inProportion, numberSetting, settingOf } from './share-design.js';

/** Gives each group the same share of the selection as of the pool. */
export const proportional = inProportion({
  name: 'proportional',
  label: () => 'Proportional',
  proportion: () => 'in proportion to the number of tasks',
  measure: ({ size }) => size,
});

/** Gives each group the same number of places, if it has enough tasks. */
export const equal = inProportion({
  name: 'equal',
  label: () => 'Equal',
  proportion: () => 'in equal parts',
  measure: () => 1,
});

/** Between equal and proportional: large groups get more, but small ones are still covered. */
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
  // Engines differ in the last bits of a power, which must not decide who gets a place.
  measure: ({ size }, rule) => Number((size ** exponentOf(rule)).toPrecision(12)),
});

function exponentOf(rule: ShareRule): number {
  const value = settingOf(rule, exponent);
  if (value === undefined || !(value >= 0 && value < Infinity)) {
    throw new RangeError(`The share needs an exponent of 0 or more, but has ${value}.`);
  }
  return value;
}
