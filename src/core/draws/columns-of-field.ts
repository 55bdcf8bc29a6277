import type { Warning } from '../model/fault.js';
import { compareText } from '../text/compare-text.js';
import { countOf } from '../text/count-of.js';
import type { DrawRows } from './draw-rows.js';

/** A column of numbers that a draw balances or spreads tasks over, one for each task. */
export interface BalancingColumn {
  /** The field, or `field=value` for one value of a label. */
  readonly name: string;
  readonly values: readonly number[];
  /** Tasks whose value is not known; the mean of the others stands in for it. */
  readonly unknown: number;
}

/** Numbers that decide who is drawn are rounded to so many decimals, so that every engine gives the same ones. */
const decimals = 9;

/** The columns of a field: one for a number, one for each value of a label. */
export function columnsOfField({ size, value: of }: DrawRows, field: string): readonly BalancingColumn[] {
  const values = Array.from({ length: size }, (_, row) => of(field, row));
  const isNumber = values.every((value) => value === undefined || typeof value === 'number');
  if (isNumber) return [numberColumn(field, values as readonly (number | undefined)[])];
  const labels = [...new Set(values.map((value) => String(value ?? '')))].sort(compareText);
  return labels.map((label) => ({
    name: `${field}=${label}`,
    values: values.map((value) => (String(value ?? '') === label ? 1 : 0)),
    unknown: 0,
  }));
}

/** What is to be known of tasks whose value is not. */
export function unknownWarnings({ benchmark, stratum }: DrawRows, columns: readonly BalancingColumn[]): Warning[] {
  return columns
    .filter(({ unknown }) => unknown > 0)
    .map(({ name, unknown }) => ({
      code: 'unknown-in-draw',
      message: `${benchmark}: ${countOf(unknown, 'task')} of ${stratum} ${unknown === 1 ? 'has' : 'have'} no ${name}; the draw took the mean for it.`,
      benchmark,
    }));
}

/**
 * A number on the scale it is balanced on: log(1 + x) where it counts from 0 beyond 1, so that a few very large tasks do
 * not outweigh the rest, else as it is; in standard deviations from the mean.
 */
function numberColumn(field: string, given: readonly (number | undefined)[]): BalancingColumn {
  const known = given.filter((value) => value !== undefined);
  const counts = known.every((value) => value >= 0) && known.some((value) => value > 1);
  const scaled = given.map((value) => (value === undefined || !counts ? value : rounded(Math.log1p(value))));
  const kept = scaled.filter((value) => value !== undefined);
  const mean = kept.reduce((sum, value) => sum + value, 0) / Math.max(1, kept.length);
  const variance = kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, kept.length);
  const deviation = Math.sqrt(variance);
  return {
    name: field,
    values: scaled.map((value) => (value === undefined || deviation === 0 ? 0 : rounded((value - mean) / deviation))),
    unknown: given.length - known.length,
  };
}

function rounded(value: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
