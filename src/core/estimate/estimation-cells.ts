import type { VarianceFamily } from '../draws/draw-design.js';
import { at, groupBy } from '../lists/lists.js';
import type { ValuedTask } from './estimate-mean.js';
import type { Scope } from './pool-estimate.js';
import type { SampledTask } from './sample.js';

export interface CellUnit extends ValuedTask {
  readonly share: number;
}

/** Tasks that were drawn alike: a stratum or a stretch of an ordered stratum, limited to a figure's scope. */
export interface Cell {
  readonly units: readonly CellUnit[];
  readonly share: number;
  /** The share of the stratum that was drawn and has a result; 0 for claims beyond the pool. */
  readonly fraction: number;
  readonly family: VarianceFamily;
  /** Its position in order of difficulty; undefined if cells are unordered. */
  readonly line: { readonly name: string; readonly place: number } | undefined;
}

export interface CellOptions {
  readonly scope: Scope;
  readonly within: (task: SampledTask) => boolean;
  /** Adjusted weights; undefined for the design's. */
  readonly weights?: readonly number[] | undefined;
}

export function cellsOf(units: readonly ValuedTask[], { scope, within, weights }: CellOptions): readonly Cell[] {
  const shareAt = (i: number) => weights?.[i] ?? at(units, i).weight;
  const strata = new Map<string, { readonly first: SampledTask; readonly within: number[]; size: number }>();
  let sum = 0;
  // Copies each task in scope only once, because samples can be large.
  for (const [i, { task }] of units.entries()) {
    const stratum = strata.get(task.stratum) ?? { first: task, within: [], size: 0 };
    if (stratum.size === 0) strata.set(task.stratum, stratum);
    stratum.size += 1;
    if (!within(task)) continue;
    stratum.within.push(i);
    sum += shareAt(i);
  }
  return [...strata.values()].flatMap(({ first, within: places, size }): Cell[] => {
    const { variance: family, stratumSize, difficultyPlace, benchmark } = first;
    const fraction = scope === 'beyond' ? 0 : Math.min(1, size / stratumSize);
    const own = places.map((i): CellUnit => {
      // Written out, because a spread would give every unit a separate hidden class.
      const { task, weight, value, noise } = at(units, i);
      return { task, weight, value, noise, share: shareAt(i) / sum };
    });
    if (own.length === 0) return [];
    const line = difficultyPlace === undefined ? undefined : { name: benchmark, place: difficultyPlace };
    const stretches = family === 'ordered' ? stretchesOf(own) : undefined;
    if (stretches === undefined) return [{ units: own, share: shareOf(own), fraction, family, line }];
    const name = first.stratum;
    return stretches.map((stretch, place) => ({
      units: stretch,
      share: shareOf(stretch),
      fraction,
      family,
      line: { name, place },
    }));
  });
}

/** The neighbours of each cell in order of difficulty, by cell index; undefined for unordered cells. */
export function besideOf(cells: readonly Cell[]): readonly (readonly Cell[] | undefined)[] {
  const lines = groupBy(
    cells.filter(({ line }) => line !== undefined),
    ({ line }) => line?.name ?? '',
  );
  const beside = new Map<Cell, readonly Cell[]>();
  for (const members of lines.values()) {
    const sorted = members.toSorted((a, b) => (a.line?.place ?? 0) - (b.line?.place ?? 0));
    sorted.forEach((cell, i) => {
      beside.set(cell, [...sorted.slice(Math.max(0, i - 1), i), ...sorted.slice(i + 1, i + 2)]);
    });
  }
  return cells.map((cell) => beside.get(cell));
}

/** Whether all cells share one order of difficulty; a single cell does. */
export function areInOrder(cells: readonly Cell[]): boolean {
  const names = new Set(cells.map(({ line }) => line?.name));
  return cells.length < 2 || (names.size === 1 && !names.has(undefined));
}

const leastInStretch = 5;

/** Splits a sample drawn along an order into stretches of nearly equal size; undefined if positions are unknown. */
function stretchesOf(units: readonly CellUnit[]): readonly (readonly CellUnit[])[] | undefined {
  const placeOf = ({ task }: CellUnit) => task.balance[0];
  if (units.some((unit) => placeOf(unit) === undefined)) return undefined;
  const sorted = units.toSorted((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0));
  const count = Math.max(1, Math.floor(units.length / leastInStretch));
  return Array.from({ length: count }, (_, i) =>
    sorted.slice(Math.floor((i * units.length) / count), Math.floor(((i + 1) * units.length) / count)),
  );
}

function shareOf(units: readonly CellUnit[]): number {
  return units.reduce((sum, { share }) => sum + share, 0);
}
