export type Change = WeightChange | AllocationChange | FeatureChange;
type ChangeKind = Change['kind'];

/** One weight moved, the others rescaled so that all sum to 1. */
export interface WeightChange {
  readonly kind: 'weight';
  readonly component: string;
  readonly from: number;
  readonly to: number;
  /** All weights, as they were tried. */
  readonly weights: ReadonlyMap<string, number>;
  /** |to − from|. */
  readonly size: number;
}

/** More places for the task's group, the other groups keeping theirs. */
export interface AllocationChange {
  readonly kind: 'allocation';
  /** Undefined for the tasks that lack the field, and for a benchmark that is not grouped. */
  readonly group: string | undefined;
  readonly from: number;
  readonly to: number;
  /** (to − from) / the group's size. */
  readonly size: number;
}

/** One number field of the task moved. */
export interface FeatureChange {
  readonly kind: 'feature';
  readonly field: string;
  readonly words: string;
  readonly from: number;
  readonly to: number;
  /** |to − from| / the benchmark's range of the field. */
  readonly size: number;
}

/** A kind of change that does not bring the task in, and why. */
export interface RuledOut {
  readonly kind: ChangeKind;
  readonly reason: string;
}
