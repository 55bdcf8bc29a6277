import { normalCdf, normalQuantile, studentQuantile } from '../statistics/distributions.js';
import { enoughTasks, type UpliftComponents, upliftReliability } from './paired-tasks.js';
import type { PilotRow } from './pilot.js';

/** What a pilot is for. */
export interface PilotGoal {
  readonly name: string;
  /** The end of a sentence: "The pilot is for …". */
  readonly words: string;
  /** The figure that says how well a row serves it, and whether less of it is better. */
  readonly figure: (row: PilotRow) => number;
  readonly isLessBetter: boolean;
  readonly figureWords: string;
  /** A warning if even the best row hardly serves the goal. */
  readonly hardly: (row: PilotRow) => string | undefined;
}

/** What a pilot is designed from. */
export interface PilotSetting {
  /** Runs of both arms that the budget pays for. */
  readonly runs: number;
  /** Tasks that can be drawn. */
  readonly pool: number;
  readonly components: UpliftComponents;
  /** The mean uplift that is expected. */
  readonly mean: number;
  /** The false-discovery rate of the lists. */
  readonly rate: number;
}

/** More repeats than these are not planned for. */
const mostRepeats = 12;

/**
 * Every number of repeats that a budget allows; variance (σ²_task + σ²_runs/r) / n (Cochran 1977, 10.3), without a finite
 * population correction, because the interval that `compare` prints has none.
 */
export function pilotRows({ runs, ...setting }: PilotSetting): readonly PilotRow[] {
  const rows: PilotRow[] = [];
  for (let repeats = 1; repeats <= mostRepeats; repeats++) {
    const tasks = Math.min(setting.pool, Math.floor(runs / (2 * repeats)));
    if (tasks < 2) break;
    rows.push(pilotRow(setting, repeats, tasks));
  }
  return rows;
}

/** What so many tasks with so many runs in each arm would tell. */
export function pilotRow(
  { components, mean, rate }: Omit<PilotSetting, 'runs' | 'pool'>,
  repeats: number,
  tasks: number,
): PilotRow {
  const noise = components.runWithout + components.runWith;
  const error = (components.between + noise / repeats) / tasks;
  const reliability = upliftReliability(components, repeats).reliability ?? 0;
  const hasLists = repeats > 1 && tasks >= enoughTasks;
  return {
    repeats,
    tasks,
    runs: 2 * repeats * tasks,
    halfWidth: studentQuantile(0.975, tasks - 1) * Math.sqrt(error),
    reliability,
    found: hasLists ? tasks * listedShare(components.between, noise / repeats, mean, rate) : undefined,
    topQuarter: hasLists ? mean + quarterIntensity * Math.sqrt(reliability * components.between) : undefined,
  };
}

/** Every goal, in the order in which help lists them. */
export const pilotGoals: readonly PilotGoal[] = [
  {
    name: 'interval',
    words: 'an interval of the mean uplift',
    figure: ({ halfWidth }) => halfWidth,
    isLessBetter: true,
    figureWords: 'half-width of the 95% interval of the mean uplift',
    hardly: () => undefined,
  },
  {
    name: 'find',
    words: 'finding the tasks that benefit',
    figure: ({ found = 0 }) => found,
    isLessBetter: false,
    figureWords: 'tasks expected to be listed as benefiting',
    hardly: ({ found = 0 }) =>
      found >= 0.5
        ? undefined
        : `hardly any task is expected to be listed as benefiting (${found.toFixed(1)}): true uplifts differ too little for this budget.`,
  },
];

/** The row that serves the goal best; of equal ones the first, which has the most tasks. */
export function bestRow(rows: readonly PilotRow[], { figure, isLessBetter }: PilotGoal): PilotRow | undefined {
  const loss = (row: PilotRow) => (isLessBetter ? figure(row) : -figure(row));
  return rows.reduce<PilotRow | undefined>(
    (best, row) => (best === undefined || loss(row) < loss(best) - 1e-12 ? row : best),
    undefined,
  );
}

/** The mean of the largest quarter of a standard normal: density at its 75% point, over one quarter. */
const quarterIntensity = Math.exp(-(normalQuantile(0.75) ** 2) / 2) / Math.sqrt(2 * Math.PI) / 0.25;

/** The share of normal true uplifts that Benjamini and Hochberg's rule should list (Genovese & Wasserman 2002). */
function listedShare(between: number, noise: number, mean: number, rate: number): number {
  if (noise === 0) return between === 0 && mean <= 0 ? 0 : normalCdf(mean / Math.max(1e-9, Math.sqrt(between)));
  const centre = mean / Math.sqrt(noise);
  const spread = Math.sqrt(1 + between / noise);
  const above = (cut: number) => normalCdf((centre - cut) / spread);
  const below = (cut: number) => normalCdf((-centre - cut) / spread);
  // The smallest cut that keeps the rate; the excess falls as the cut grows.
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
