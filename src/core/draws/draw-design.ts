import type { Fault, Warning } from '../model/errors.js';
import type { Preference, QuotaRule } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';
import type { RandomStream } from '../statistics/random-numbers.js';
import type { DrawnRows, DrawRows } from './draw-rows.js';

/** All that there is to know about one way of drawing tasks so that each has a known chance. */
export interface DrawDesign {
  /** As plans and manifests name it. */
  readonly name: string;
  /** What it looks at: what a plan gives under `by`. */
  readonly by: DrawnBy;
  /** The fields it looks at besides. */
  readonly looksAt?: readonly string[];
  readonly words: DrawWords;
  /** Set when the draw is an order by chance, which a plan may also write as the only key of `prefer`: a task then has a rank. */
  readonly order: Preference | undefined;
  /** Whether every task of a group has the same chance. */
  readonly isEven: boolean;
  /** How an estimate from such a sample finds its variance. */
  readonly variance: VarianceFamily;
  /** How many samples are possible where those are too few for any interval to hold; undefined: enough. */
  readonly fewSamples?: (size: number, places: number) => number | undefined;
  readonly numbers: RandomNumbers;
  readonly draw: (from: DrawFrom) => Draw;
  /** The same draw on columns, which a large pool is drawn from; undefined where the draw takes whole tasks. */
  readonly drawRows?: (from: DrawRows) => DrawnRows;
  /** How it is drawn again and again in a simulation, where no draw is kept. */
  readonly redraw: (from: RedrawFrom) => Redrawer;
}

/** What a draw looks at: nothing, one number, or fields of any kind. */
type DrawnBy =
  | { readonly needs: 'nothing' }
  | {
      readonly needs: 'number';
      /** What it does with it, for whoever edits a plan: "the number that chances are in proportion to". */
      readonly what: string;
      /** A field that a plan could give. */
      readonly example: string;
      /** What is said of a field that holds text, and of several fields. */
      readonly faults: { readonly text: string; readonly several: string };
    }
  | { readonly needs: 'fields'; readonly what: string; readonly example: string };

/** How reports and the page speak of a draw; `by` is the fields in words. */
interface DrawWords {
  /** In a few words, for a table cell: "at random", "balanced over lines changed". */
  readonly label: (by: string) => string;
  /** As the end of a sentence about one group; `seed` is said in brackets. */
  readonly sentence: (by: string, seed: string) => string;
  /** As one of several to choose from: "drawn at random, spread over a field". */
  readonly choice: string;
}

/** How a stratum's part of the variance is estimated. */
export type VarianceFamily = 'even' | 'unequal' | 'balanced' | 'ordered';

/** Where the random numbers of a draw come from, so that a reader of the manifest can make them again. */
export interface RandomNumbers {
  readonly algorithm: string;
  /** What the numbers are made from besides the seed; STRATUM stands for the name of each stratum. */
  readonly key: (benchmark: string) => string;
  /** Whether they are the tasks' own permanent numbers: an exclusion then brings in the next and draws nothing anew. */
  readonly arePermanent: boolean;
}

/** A group to draw from. */
export interface DrawFrom {
  /** By id. */
  readonly tasks: readonly ScoredTask[];
  /** How many tasks the group has, where `tasks` are only the candidates; undefined: they are all. */
  readonly size?: number;
  /** How many to draw; from 0 to all. */
  readonly places: number;
  /** The fields the draw looks at. */
  readonly by: readonly string[];
  readonly seed: string;
  /** The benchmark and the group, so that no two groups share random numbers. */
  readonly stratum: string;
  /** The benchmark, for messages. */
  readonly benchmark: string;
  /** How many of each label there must be and may be, the pinned tasks included; for a draw that keeps such limits. */
  readonly quota?: QuotaRule | undefined;
  /** Tasks that are in beside the draw. */
  readonly pinned?: readonly ScoredTask[];
}

/** What a draw took from one group. */
export interface Draw {
  /** All tasks of the group, the drawn ones first. */
  readonly order: readonly ScoredTask[];
  /** The chance each had of being drawn, in (0, 1]. */
  readonly probability: (task: ScoredTask) => number;
  /** What a draw that balances looked at; undefined for one that does not. */
  readonly balance: ((task: ScoredTask) => Readonly<Record<string, number>>) | undefined;
  readonly warnings: readonly Warning[];
  readonly faults: readonly Fault[];
}

/** A group to draw from again and again: neither empty nor taken whole. */
export interface RedrawFrom extends Omit<DrawFrom, 'seed'> {
  readonly chance: RedrawChance;
}

/** Where redraws get their random numbers from; permanent ones would cost a hash for every task in every draw. */
interface RedrawChance {
  /** A stream of its own for the group. */
  readonly random: RandomStream;
  /** A number in [0, 1) for the group as a whole, another one each time. */
  readonly start: () => number;
  /** The seed of the next draw, for a design that has no shorter form than the draw itself. */
  readonly nextSeed: () => string;
}

/** How a group is drawn again. */
export interface Redrawer {
  /** Makes the next draw: tells the index of each task it takes. */
  readonly draw: (take: (index: number) => void) => void;
  /** Each task's chance. */
  readonly rates: readonly number[];
  /** How many tasks each stands for: 1 / chance. */
  readonly weights: readonly number[];
  /** What one draw costs, in comparisons. */
  readonly cost: number;
}
