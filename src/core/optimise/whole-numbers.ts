import { largest } from '../lists/extremes.js';

/** Numbers as multiples of a unit, so that sums and comparisons are exact. */
export interface WholeNumbers {
  /** How many units are 1: a power of ten. */
  readonly scale: number;
  readonly values: readonly number[];
  /** Whether nothing was rounded. */
  readonly isExact: boolean;
}

/** Larger multiples would leave a solver, which works with 16 digits, no room to tell sums apart. */
const mostUnits = 1e6;
const mostDecimals = 9;

/** Numbers in the largest unit that holds them exactly, or else in the smallest for which there is room. */
export function wholeNumbers(numbers: readonly number[], round: (value: number) => number = Math.round): WholeNumbers {
  const decimals = Math.min(mostDecimals, largest([0, ...numbers.map(decimalsOf)]));
  const size = largest([0, ...numbers.map(Math.abs)]);
  let exponent = decimals;
  while (size * 10 ** exponent > mostUnits && exponent > -310) exponent -= 1;
  // Whole numbers stay what they are as long as their sums are exact.
  if (decimals === 0 && size <= mostUnits * 100) exponent = 0;
  const scale = 10 ** exponent;
  // What is a whole number but for the last bit is one; the rest is rounded as asked.
  const values = numbers.map((value) => {
    const nearest = Math.round(value * scale);
    return Math.abs(nearest - value * scale) < 1e-6 ? nearest : round(value * scale);
  });
  return { scale, values, isExact: exponent === decimals && values.every((value, i) => value / scale === numbers[i]) };
}

function decimalsOf(value: number): number {
  const [digits = '', power = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(power));
}
