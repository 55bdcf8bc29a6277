import type { Fault, Warning } from '../model/errors.js';
import type { Preference, QuotaRule } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';
import type { RandomStream } from '../statistics/random-numbers.js';
import type { DrawnRows, DrawRows } from './draw-rows.js';

/** A method of drawing tasks with known probabilities. */
export interface DrawDesign {
  /** The name in plans and manifests. */
  readonly name: string;
  /** The fields that a plan gives under `by`. */
  readonly by: DrawnBy;
  readonly looksAt?: readonly string[];
  readonly words: DrawWords;
  /** Set if the draw is a random order, which gives tasks ranks; plans may write it as the only key of `prefer`. */
  readonly order: Preference | undefined;
  /** Whether every task of a group has the same probability. */
  readonly isEven: boolean;
  /** How estimates compute their variance. */
  readonly variance: VarianceFamily;
  /** The number of possible samples if it is too small for valid intervals; otherwise undefined. */
  readonly fewSamples?: (size: number, places: number) => number | undefined;
  readonly numbers: RandomNumbers;
  readonly draw: (from: DrawFrom) => Draw;
  /** The same draw on columns, for large pools; undefined if the draw needs whole tasks. */
  readonly drawRows?: (from: DrawRows) => DrawnRows;
  /** Draws repeatedly for a simulation. */
  readonly redraw: (from: RedrawFrom) => Redrawer;
}

type DrawnBy =
  | { readonly needs: 'nothing' }
  | {
      readonly needs: 'number';
      /** How the draw uses the field, for plan authors: "the number that probabilities are proportional to". */
      readonly what: string;
      readonly example: string;
      /** Error messages for a text field and for several fields. */
      readonly faults: { readonly text: string; readonly several: string };
    }
  | { readonly needs: 'fields'; readonly what: string; readonly example: string };

/** Descriptions for reports and the page; `by` lists the fields in words. */
interface DrawWords {
  /** For a table cell: "at random", "balanced over lines changed". */
  readonly label: (by: string) => string;
  /** The end of a sentence about one group; `seed` appears in brackets. */
  readonly sentence: (by: string, seed: string) => string;
  /** For a list of choices: "drawn at random, spread over a field". */
  readonly choice: string;
}

export type VarianceFamily = 'even' | 'unequal' | 'balanced' | 'ordered';

/** The source of a draw's random numbers, so that readers of a manifest can reproduce them. */
export interface RandomNumbers {
  readonly algorithm: string;
  /** The input of the numbers besides the seed; "STRATUM" is a placeholder for the stratum's name. */
  readonly key: (benchmark: string) => string;
  /** Whether these are the tasks' permanent numbers; an exclusion then adds the next task instead of redrawing. */
  readonly arePermanent: boolean;
}

export interface DrawFrom {
  /** Sorted by id. */
  readonly tasks: readonly ScoredTask[];
  /** The size of the group if `tasks` contains only the candidates. Default: all tasks. */
  readonly size?: number;
  /** The number of tasks to draw, from 0 to all. */
  readonly places: number;
  readonly by: readonly string[];
  readonly seed: string;
  /** The benchmark and group; keeps groups from sharing random numbers. */
  readonly stratum: string;
  /** For messages. */
  readonly benchmark: string;
  /** The minimum and maximum per label, including pinned tasks; for draws that support quotas. */
  readonly quota?: QuotaRule | undefined;
  /** Tasks that are selected in addition to the draw. */
  readonly pinned?: readonly ScoredTask[];
}

export interface Draw {
  /** All tasks of the group, the drawn ones first. */
  readonly order: readonly ScoredTask[];
  /** The inclusion probability, in (0, 1]. */
  readonly probability: (task: ScoredTask) => number;
  /** The balancing values of a task; undefined if the draw doesn't balance. */
  readonly balance: ((task: ScoredTask) => Readonly<Record<string, number>>) | undefined;
  readonly warnings: readonly Warning[];
  readonly faults: readonly Fault[];
}

/** A group to draw from repeatedly; neither empty nor taken whole. */
export interface RedrawFrom extends Omit<DrawFrom, 'seed'> {
  readonly chance: RedrawChance;
}

/** Random numbers for redraws; permanent ones would need a hash for every task in every draw. */
interface RedrawChance {
  /** A separate stream for the group. */
  readonly random: RandomStream;
  /** A new number in [0, 1) for the whole group on each call. */
  readonly start: () => number;
  /** The seed of the next draw, for designs that redraw by repeating the full draw. */
  readonly nextSeed: () => string;
}

export interface Redrawer {
  /** Makes the next draw and passes the index of each drawn task to `take`. */
  readonly draw: (take: (index: number) => void) => void;
  readonly rates: readonly number[];
  /** The design weight of each task: 1 / probability. */
  readonly weights: readonly number[];
  /** The cost of one draw, in comparisons. */
  readonly cost: number;
}
