import { groupBy } from '../lists/group-by.js';
import { type PredictedTotal, predictTotal } from '../statistics/fitting/predict-total.js';
import { mean } from '../statistics/summary.js';
import { compareText } from '../text/compare-text.js';
import type { Forecast, ForecastPart } from './run-progress.js';

/** A run that was made, and what it came to where the results tell. */
export interface SeenRun {
  readonly benchmark: string;
  readonly value: number | undefined;
}

/** Runs still to be made in a benchmark. */
export interface LeftRuns {
  readonly benchmark: string;
  readonly runs: number;
}

// From this many runs on, a benchmark speaks for itself.
const ownFrom = 5;

/** What runs come to, from those that were seen: by benchmark where there are enough, else from all of the configuration. */
export class RunFigures {
  readonly #made: number;
  readonly #seen: readonly number[];
  readonly #byBenchmark: ReadonlyMap<string, readonly number[]>;
  readonly #given: number | undefined;
  readonly #planned: ReadonlyMap<string, number>;

  /** `planned` is what the plan says of each benchmark, `given` what a run comes to where nothing else tells it. */
  constructor(made: readonly SeenRun[], given: number | undefined, planned: ReadonlyMap<string, number>) {
    const known = (runs: readonly SeenRun[]) => runs.flatMap(({ value }) => value ?? []);
    this.#made = made.length;
    this.#seen = known(made);
    this.#byBenchmark = new Map(
      [...groupBy(made, ({ benchmark }) => benchmark)].map(([name, runs]) => [name, known(runs)]),
    );
    this.#given = given;
    this.#planned = planned;
  }

  /** Whether anything is known. */
  get isKnown(): boolean {
    return this.#seen.length > 0 || this.#given !== undefined || this.#planned.size > 0;
  }

  /** What one run of a benchmark is expected to come to. */
  perRun(benchmark: string): Pick<ForecastPart, 'perRun' | 'from'> {
    const own = this.#byBenchmark.get(benchmark) ?? [];
    if (own.length >= ownFrom) return { perRun: mean(own), from: 'own' };
    const planned = this.#planned.get(benchmark);
    if (planned !== undefined) return { perRun: planned, from: 'plan' };
    if (this.#seen.length > 0) return { perRun: mean(this.#seen), from: 'all' };
    return this.#given === undefined ? { perRun: 0, from: 'unknown' } : { perRun: this.#given, from: 'given' };
  }

  /** What runs come to in all. */
  total(left: readonly LeftRuns[], level: number): PredictedTotal {
    const from = ({ benchmark }: LeftRuns) => this.perRun(benchmark).from;
    // What is said and not seen has no spread.
    const said = left
      .filter((each) => from(each) === 'plan' || from(each) === 'given')
      .reduce((sum, { benchmark, runs }) => sum + runs * this.perRun(benchmark).perRun, 0);
    if (this.#seen.length === 0) return { expected: said, low: undefined, high: undefined };
    const rest = left.filter((each) => from(each) === 'all').reduce((sum, { runs }) => sum + runs, 0);
    const groups = left
      .filter((each) => from(each) === 'own')
      .map(({ benchmark, runs }) => ({ seen: this.#byBenchmark.get(benchmark) ?? [], left: runs }));
    const seen = predictTotal([...groups, { seen: this.#seen, left: rest }], level);
    const add = (value: number | undefined) => (value === undefined ? undefined : value + said);
    return { expected: seen.expected + said, low: add(seen.low), high: add(seen.high) };
  }

  /** What the rest will come to; undefined when nothing is known. */
  forecast(left: readonly LeftRuns[], level: number): Forecast | undefined {
    if (!this.isKnown) return undefined;
    const parts = left
      .filter(({ runs }) => runs > 0)
      .map(({ benchmark, runs }) => ({ benchmark, runsLeft: runs, ...this.perRun(benchmark) }))
      .sort((a, b) => compareText(a.benchmark, b.benchmark));
    const isUntold = this.#made > 0 && this.#seen.length === 0;
    const spent = isUntold ? undefined : this.#seen.reduce((sum, value) => sum + value, 0);
    const unknownRuns = parts.reduce((sum, { from, runsLeft }) => (from === 'unknown' ? sum + runsLeft : sum), 0);
    return { spent, made: this.#made, ...this.total(left, level), runs: this.#seen.length, unknownRuns, parts };
  }
}

/** The runs left, by benchmark. */
export function leftByBenchmark(open: readonly { benchmark: string; lacking: number }[]): readonly LeftRuns[] {
  return [...groupBy(open, ({ benchmark }) => benchmark)].map(([benchmark, tasks]) => ({
    benchmark,
    runs: tasks.reduce((sum, { lacking }) => sum + lacking, 0),
  }));
}
