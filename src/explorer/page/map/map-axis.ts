import { at } from '../../../core/lists/at.js';
import type { TaskFilter } from '../route/task-filter.js';

/** A field laid out along one side of the map: where tasks lie on it, and what a stretch of it means as a filter. */
export interface Axis {
  readonly name: string;
  readonly words: string;
  readonly kind: 'label' | 'number';
  /** Of every task its place from 0 to 1; NaN where it has none. */
  readonly places: Float32Array;
  /** Whether any has none. */
  readonly hasUnknown: boolean;
  /** The parts that a histogram counts, in order, and for every task the part it is in; `noBin` for none. */
  readonly bins: readonly Bin[];
  readonly binOf: Uint16Array;
  /** What is written along the axis; `room`: the share of it that belongs to each. */
  readonly ticks: readonly { readonly at: number; readonly words: string; readonly room?: number }[];
  /** The filter with a stretch of the axis in it. */
  readonly brush: (filter: TaskFilter, from: number, to: number) => TaskFilter;
  /** The filter without what it says about the axis. */
  readonly clear: (filter: TaskFilter) => TaskFilter;
  /** The stretches that a filter leaves; undefined where it says nothing about the axis. */
  readonly stretches: (filter: TaskFilter) => readonly (readonly [from: number, to: number])[] | undefined;
}

/** A part of an axis. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly words: string;
  /** The filter that shows this part of the axis and no other. */
  readonly choose: (filter: TaskFilter) => TaskFilter;
}

/** The part of a task that lies on no part. */
export const noBin = 0xffff;

/** The rows of some columns that lie in each part of an axis: all, and those of a mask, and how many of these are selected. */
export function countBins({ bins, binOf }: Axis, mask: Uint8Array, states: Uint8Array) {
  const counts = bins.map(() => ({ all: 0, shown: 0, selected: 0 }));
  for (let row = 0; row < binOf.length; row++) {
    const bin = binOf[row] ?? noBin;
    if (bin === noBin) continue;
    const own = at(counts, bin);
    own.all++;
    if (mask[row] !== 1) continue;
    own.shown++;
    if (states[row] === 0) own.selected++;
  }
  return counts;
}
