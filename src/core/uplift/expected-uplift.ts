import { at } from '../lists/at.js';
import { groupBy } from '../lists/group-by.js';
import { mean } from '../statistics/mean.js';
import type { RandomStream } from '../statistics/sfc32.js';
import { clusterFit } from './cluster-fit.js';
import { isRepeated, type PairedTask, upliftOf } from './paired-task.js';
import { type MeasuredUplift, type ShrunkenUplifts, shrinkUplifts } from './shrink-uplifts.js';
import { largestUplifts, type SplitHalves, splitHalves } from './split-halves.js';
import { noiseOf, type UpliftComponents } from './variance-components.js';

/** What new runs of tasks chosen for their measured uplift are to be expected to show. */
export interface ExpectedUplift {
  /** As measured in the runs that chose: too high, for luck chose too. */
  readonly measured: number;
  /** The mean of the chosen tasks' shrunken uplifts. */
  readonly shrunken: number;
  /** A choice of the same share by one half of the runs, measured in the other; undefined without repeats. */
  readonly crossFitted: SplitHalves | undefined;
  /** The cross-fitted uplift, raised to what a choice by all runs gains; the shrunken one without repeats. */
  readonly expected: number;
}

/**
 * The uplift to expect in new runs of tasks that were chosen for the largest shrunken uplifts: by shrinkage (Efron 2011),
 * and by cross-fitting, which owes nothing to a model. Half of the runs choose worse than all of them do: the gain over
 * the mean is raised by the ratio that normal uplifts have, for it goes with the deviation of what is known of the tasks
 * (Falconer & Mackay 1996, ch. 11).
 *
 * @param chosen The places of the chosen tasks; only how many counts for the cross-fitting.
 */
export function expectedUplift(
  tasks: readonly PairedTask[],
  chosen: readonly number[],
  components: UpliftComponents,
  random: RandomStream,
  splits = 200,
): ExpectedUplift {
  const uplifts = tasks.map(upliftOf);
  const model = shrinkUplifts(
    tasks.map((task, i) => ({ cluster: task.cluster, uplift: at(uplifts, i), noise: noiseOf(task, components) })),
  );
  const shrunken = mean(chosen.map((i) => at(model.tasks, i).uplift));
  const halves = tasks.filter(isRepeated).map((task) => {
    return { cluster: task.cluster, noise: Math.max(1e-9, noiseOf(halved(task), components)) };
  });
  const take = Math.max(1, Math.round((chosen.length / tasks.length) * halves.length));
  const crossFitted = splitHalves(
    tasks,
    (seen) => {
      const rows = halves.map((half, i) => ({ ...half, uplift: at(seen, i) }));
      return largestUplifts(take)(shrunkenAt(rows, model));
    },
    random,
    splits,
  );
  const full = tasks.map((task) => ({ cluster: task.cluster, noise: Math.max(1e-9, noiseOf(task, components)) }));
  return {
    measured: mean(chosen.map((i) => at(uplifts, i))),
    shrunken,
    crossFitted,
    expected:
      crossFitted === undefined
        ? shrunken
        : mean(uplifts) +
          (crossFitted.heldOut - crossFitted.all) *
            Math.sqrt(knownVariance(full, model) / knownVariance(halves, model)),
  };
}

/** The uplifts of one half, shrunken with the deviations that all runs gave. */
function shrunkenAt(rows: readonly MeasuredUplift[], { taskDeviation, clusterDeviation }: ShrunkenUplifts): number[] {
  const groups = [...groupBy(rows, ({ cluster }) => cluster)].map(([name, own]) => ({ name, rows: own }));
  const fit = clusterFit(groups, taskDeviation, clusterDeviation);
  const centres = new Map(groups.map(({ name }, j) => [name, at(fit.clusterMeans, j)]));
  return rows.map(({ cluster, uplift, noise }) => {
    const towards = centres.get(cluster) ?? fit.centre;
    return towards + (taskDeviation ** 2 / (taskDeviation ** 2 + noise)) * (uplift - towards);
  });
}

/** The variance of true uplifts that so much noise leaves known: of tasks within clusters, and of the clusters. */
function knownVariance(rows: readonly Omit<MeasuredUplift, 'uplift'>[], model: ShrunkenUplifts): number {
  // Without any difference there is no gain, whatever the ratio: it only must not be 0 by 0.
  const [task, cluster] = [Math.max(0.01, model.taskDeviation) ** 2, model.clusterDeviation ** 2];
  const within = mean(rows.map(({ noise }) => task ** 2 / (task + noise)));
  const between = [...groupBy(rows, (row) => row.cluster).values()].map((own) => {
    const error = 1 / own.reduce((sum, { noise }) => sum + 1 / (task + noise), 0);
    return (own.length * cluster ** 2) / (cluster + error);
  });
  return within + between.reduce((sum, value) => sum + value, 0) / rows.length;
}

function halved(task: PairedTask): PairedTask {
  const half = (runs: readonly number[]) => runs.slice(0, Math.floor(runs.length / 2));
  return { ...task, without: half(task.without), with: half(task.with) };
}
