import { groupBy } from '../lists/group-by.js';
import { mean } from '../statistics/summary.js';
import { medianUplift } from './mean-uplift.js';
import { type PairedTask, upliftOf } from './paired-task.js';

/** What in paired results may make an uplift, or hide one, without saying anything of what is tried. */
export interface UpliftArtefacts {
  /** Runs with reward 0 whose repeats, at least two, are all above 0: often broken infrastructure. */
  readonly loneZeros: { readonly without: number; readonly with: number; readonly tasks: number };
  /** The mean uplift with these runs left out. */
  readonly meanWithoutThem: number;
  /** Tasks with more runs in one arm than in the other, and all runs of each arm. */
  readonly unequalArms: { readonly tasks: number; readonly without: number; readonly with: number };
  /** Tasks with a single run in an arm: nothing tells its chance. */
  readonly oneRun: number;
  /** Clusters whose uplift is above 0 by one estimator and below 0 by another. */
  readonly signDepends: readonly SignDepends[];
}

/** The uplift of one cluster by four estimators. */
interface SignDepends {
  readonly cluster: string;
  readonly tasks: number;
  /** The mean and the median of the tasks' uplifts. */
  readonly mean: number;
  readonly median: number;
  /** All runs of an arm as one list, however they lie on tasks. */
  readonly pooled: number;
  /** The mean over tasks of the difference of median rewards. */
  readonly medianRuns: number;
}

/** Looks for artefacts in pairs of at least one task. */
export function findArtefacts(tasks: readonly PairedTask[]): UpliftArtefacts {
  const kept = tasks.map((task) => ({
    ...task,
    without: withoutLoneZero(task.without),
    with: withoutLoneZero(task.with),
  }));
  const lost = (arm: 'without' | 'with') => tasks.filter((task, i) => kept[i]?.[arm].length !== task[arm].length);
  const runs = (arm: 'without' | 'with') => tasks.reduce((sum, task) => sum + task[arm].length, 0);
  return {
    loneZeros: {
      without: lost('without').length,
      with: lost('with').length,
      tasks: new Set([...lost('without'), ...lost('with')]).size,
    },
    meanWithoutThem: mean(kept.map(upliftOf)),
    unequalArms: {
      tasks: tasks.filter((task) => task.with.length !== task.without.length).length,
      without: runs('without'),
      with: runs('with'),
    },
    oneRun: tasks.filter((task) => task.with.length === 1 || task.without.length === 1).length,
    signDepends: [...groupBy(tasks, ({ cluster }) => cluster)].flatMap(([cluster, own]) => {
      const uplifts = own.map(upliftOf);
      const found = {
        mean: mean(uplifts),
        median: medianUplift(uplifts),
        pooled: mean(own.flatMap((task) => task.with)) - mean(own.flatMap((task) => task.without)),
        medianRuns: mean(own.map((task) => medianUplift(task.with) - medianUplift(task.without))),
      };
      const signs = new Set(Object.values(found).map((value) => (Math.abs(value) < 1e-9 ? 0 : Math.sign(value))));
      return signs.has(1) && signs.has(-1) ? [{ cluster, tasks: own.length, ...found }] : [];
    }),
  };
}

function withoutLoneZero(rewards: readonly number[]): readonly number[] {
  const others = rewards.filter((reward) => reward > 0);
  return rewards.length > 2 && others.length === rewards.length - 1 ? others : rewards;
}
