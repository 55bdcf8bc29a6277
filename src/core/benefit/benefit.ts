import type { Estimate, Trust } from '../estimate/pool-estimate.js';
import type { UpliftArtefacts } from '../uplift/artefacts.js';
import type { BenefitTest } from '../uplift/benefit-lists.js';
import type { MeanFigure } from '../uplift/mean-uplift.js';
import type { ShrunkenUplift } from '../uplift/shrink-uplifts.js';
import type { TaskNoise } from '../uplift/task-noise.js';
import type { UpliftReliability } from '../uplift/uplift-reliability.js';

/** The two configurations that are compared. */
export interface Arms {
  /** The one with what is tried. */
  readonly with: string;
  readonly without: string;
}

/** What results of two arms say of the uplift: of the pool, of its parts and of each task. */
export interface UpliftEstimate {
  readonly plan: string;
  readonly kind: 'focus' | 'representative';
  readonly arms: Arms;
  readonly level: number;
  /** The false-discovery rate of the lists. */
  readonly rate: number;
  readonly coverage: UpliftCoverage;
  readonly overall: UpliftFigure;
  /** The same with what is missing counted as failed; undefined when no run is missing. */
  readonly missingFailed: Omit<UpliftFigure, 'median'> | undefined;
  /** For a claim beyond these benchmarks: benchmarks as units. Undefined for fewer than five of them. */
  readonly beyond: MeanFigure | undefined;
  readonly parts: readonly UpliftPart[];
  readonly artefacts: UpliftArtefacts;
  /** Figures of single tasks; undefined without repeats in both arms, unless the noise of a run is assumed. */
  readonly perTask: PerTaskUplifts | undefined;
  /** Why some or all tasks have no figures, or what the figures assume. */
  readonly perTaskNote: string | undefined;
  readonly warnings: Estimate['warnings'];
}

/** The uplifts of single tasks, and the noise that they rest on. */
export interface PerTaskUplifts {
  readonly noise: TaskNoise & { readonly reliability: readonly UpliftReliability[] };
  /** How much true uplifts differ, by the model of the shrinkage. */
  readonly model: { readonly centre: number; readonly taskDeviation: number; readonly clusterDeviation: number };
  /** By benchmark and id. */
  readonly tasks: readonly TaskUplift[];
}

/** The selected tasks by what the two arms have of them. */
export interface UpliftCoverage {
  readonly selected: number;
  readonly pairs: number;
  /** Tasks with a score in one arm only, by what the other has. */
  readonly withOnly: number;
  readonly withoutOnly: number;
  /** Tasks with a score in neither arm. */
  readonly neither: number;
  /** Runs that errored or were not run, in either arm: they have no score, and are never counted as 0. */
  readonly unscoredRuns: number;
  readonly repeated: number;
  readonly runs: { readonly with: number; readonly without: number };
}

/** A mean uplift, its interval by the design of the sample, and the median of the tasks. */
export interface UpliftFigure {
  readonly pairs: number;
  readonly mean: number;
  /** Undefined where too few tasks tell it, or the selection is no sample. */
  readonly interval: { readonly low: number; readonly high: number } | undefined;
  readonly pValue: number | undefined;
  readonly median: number;
}

/** The uplift of one part of the selection. */
export interface UpliftPart extends UpliftFigure {
  readonly by: string;
  readonly value: string;
  readonly trust: Trust;
}

/** A task's uplift as measured and as it is likely to be. */
export interface TaskUplift {
  readonly benchmark: string;
  readonly id: string;
  readonly runs: { readonly with: number; readonly without: number };
  readonly measured: number;
  /** The confidence interval of the measured uplift, by its own runs alone. */
  readonly interval: { readonly low: number; readonly high: number };
  readonly shrunken: ShrunkenUplift;
  readonly test: BenefitTest;
}
