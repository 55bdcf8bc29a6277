import { normalCdf, normalQuantile } from '../statistics/distributions.js';
import { pairedInterval, pairedVariance } from '../statistics/paired-tests.js';
import { enoughTasks, type UpliftComponents, upliftReliability } from './paired-tasks.js';
import type { PassForecast } from './pass-forecast.js';
import type { PilotRow } from './pilot.js';

export interface PilotGoal {
  readonly name: string;
  /** Completes the line "Goal: …". */
  readonly words: string;
  readonly figure: (row: PilotRow) => number;
  readonly isLessBetter: boolean;
  readonly figureWords: string;
  /** A warning if even the best row barely serves the goal. */
  readonly hardly: (row: PilotRow) => string | undefined;
}

export interface PilotSetting {
  /** Runs that the budget pays for, both arms together. */
  readonly runs: number;
  readonly pool: number;
  readonly components: UpliftComponents;
  readonly mean: number;
  readonly rate: number;
  /** Undefined if runs may earn partial credit. */
  readonly passes?: PassForecast | undefined;
}

const mostRepeats = 12;

/** One row per number of repeats that the budget allows. */
export function pilotRows({ runs, ...setting }: PilotSetting): readonly PilotRow[] {
  const rows: PilotRow[] = [];
  for (let repeats = 1; repeats <= mostRepeats; repeats++) {
    const tasks = Math.min(setting.pool, Math.floor(runs / (2 * repeats)));
    if (tasks < 2) break;
    rows.push(pilotRow(setting, repeats, tasks));
  }
  return rows;
}

/** The figures to expect from `tasks` tasks with `repeats` runs in each arm. */
export function pilotRow(
  { components, mean, rate, passes }: Omit<PilotSetting, 'runs' | 'pool'>,
  repeats: number,
  tasks: number,
): PilotRow {
  const noise = components.runWithout + components.runWith;
  const reliability = upliftReliability(components, repeats).reliability ?? 0;
  const hasLists = repeats > 1 && tasks >= enoughTasks;
  return {
    repeats,
    tasks,
    runs: 2 * repeats * tasks,
    halfWidth: expectedHalfWidth({ between: components.between, noise, mean }, repeats, tasks),
    reliability,
    found: hasLists
      ? (passes?.listed(tasks, repeats, rate) ?? tasks * listedShare(components.between, noise / repeats, mean, rate))
      : undefined,
    topQuarter: hasLists ? mean + quarterIntensity * Math.sqrt(reliability * components.between) : undefined,
  };
}

/**
 * Half of the 95% interval that `compare` is expected to print. A task's uplift varies by σ²_task + σ²_runs/r (Cochran
 * 1977, 10.3). `compare` adds a win and a loss, which widens the interval of a small pilot.
 *
 * @param spread The variance of true uplifts, the variance of one run of both arms together, and the mean uplift.
 */
export function expectedHalfWidth(
  { between, noise, mean }: { readonly between: number; readonly noise: number; readonly mean: number },
  repeats: number,
  tasks: number,
): number {
  const squares = tasks * mean * mean + (tasks - 1) * (between + noise / repeats);
  const stratum = { share: 1, count: tasks, sum: tasks * mean, squares, noise: undefined, fraction: 0 };
  const sample = { strata: [stratum], difference: mean, meanSquare: squares / tasks, runs: repeats, between: false };
  const { low, high } = pairedInterval(pairedVariance(sample), 0.95);
  return (high - low) / 2;
}

export const pilotGoals: readonly PilotGoal[] = [
  {
    name: 'interval',
    words: 'a narrow interval for the mean uplift',
    figure: ({ halfWidth }) => halfWidth,
    isLessBetter: true,
    figureWords: 'half-width of the 95% interval for the mean uplift',
    hardly: () => undefined,
  },
  {
    name: 'find',
    words: 'a list of the tasks that benefit',
    figure: ({ found = 0 }) => found,
    isLessBetter: false,
    figureWords: 'tasks expected to be listed as benefiting',
    hardly: ({ found = 0 }) =>
      found >= 0.5
        ? undefined
        : `expect almost no tasks to be listed as benefiting (${found.toFixed(1)}), because true uplifts differ too little for this budget.`,
  },
];

/** The row that serves the goal best; ties go to the first, which has the most tasks. */
export function bestRow(rows: readonly PilotRow[], { figure, isLessBetter }: PilotGoal): PilotRow | undefined {
  const loss = (row: PilotRow) => (isLessBetter ? figure(row) : -figure(row));
  return rows.reduce<PilotRow | undefined>(
    (best, row) => (best === undefined || loss(row) < loss(best) - 1e-12 ? row : best),
    undefined,
  );
}

/** The mean of the top quarter of a standard normal: its density at the 75% quantile, divided by ¼. */
const quarterIntensity = Math.exp(-(normalQuantile(0.75) ** 2) / 2) / Math.sqrt(2 * Math.PI) / 0.25;

/** The share of normal true uplifts that Benjamini–Hochberg is expected to list (Genovese & Wasserman 2002). */
function listedShare(between: number, noise: number, mean: number, rate: number): number {
  if (noise === 0) return between === 0 && mean <= 0 ? 0 : normalCdf(mean / Math.max(1e-9, Math.sqrt(between)));
  const centre = mean / Math.sqrt(noise);
  const spread = Math.sqrt(1 + between / noise);
  const above = (cut: number) => normalCdf((centre - cut) / spread);
  const below = (cut: number) => normalCdf((-centre - cut) / spread);
  // Bisect for the smallest cut that controls the rate; the excess falls as the cut grows.
  let [low, high] = [0, 8];
  const isKept = (cut: number) => 2 * normalCdf(-cut) <= rate * (above(cut) + below(cut));
  if (!isKept(high)) return 0;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (isKept(middle)) high = middle;
    else low = middle;
  }
  return above(high);
}
