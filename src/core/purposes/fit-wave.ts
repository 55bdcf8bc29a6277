import { assistedFit, predictions } from '../learning/assisted-estimate.js';
import { at } from '../lists/lists.js';
import type { Fault } from '../model/errors.js';
import type { FirstWave } from '../model/plan.js';
import type { BenchmarkSelection } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { anticipated } from '../shares/shares.js';
import { countOf } from '../text/words.js';
import { purposeOf } from './purposes.js';

export const firstWaveShare = 0.45;

/** The fewest earlier systems for which a second wave is offered. */
const enoughForWaves = 30;

/**
 * The expected variance of each task for one system after the first wave: 0.7 of the variance that a curve fitted to
 * its results predicts plus 0.3 of the anticipated variance, at least 0.02. NaN for tasks that no earlier system ran.
 *
 * @param first The system's first-wave results by task index.
 */
export function waveVariances(
  ease: readonly number[],
  anticipated: readonly number[],
  first: ReadonlyMap<number, number>,
): number[] {
  const known = [...first].filter(([task]) => !Number.isNaN(at(ease, task)));
  const fit = assistedFit(
    known.map(([task]) => at(ease, task)),
    known.map(([, result]) => result),
  );
  return predictions(fit, ease).map((q, task) => Math.max(0.02, 0.7 * q * (1 - q) + 0.3 * at(anticipated, task)));
}

/** Why a benchmark can't be run in two waves; empty if it can. */
export function waveFaults({ plan, learned, priorSystems }: BenchmarkSelection): readonly Fault[] {
  const fault = (why: string, hint: string): Fault[] => [
    { code: 'selection/waves', message: `benchmark "${plan.name}" can't be run in two waves, because ${why}.`, hint },
  ];
  const leave = 'or remove "waves" from the plan';
  if (learned === undefined || purposeOf({ name: learned.purpose }).estimates !== 'level')
    return fault('waves only improve the estimate of a level', `Give it "purpose: level", ${leave}.`);
  if (plan.select.group === undefined)
    return fault('a quota leaves no bands to share places among', `Remove the quota, ${leave}.`);
  if (priorSystems.length < enoughForWaves)
    return fault(
      `waves need ${countOf(enoughForWaves, 'earlier system')}, but there are ${priorSystems.length}`,
      `Add results under "prior", ${leave}.`,
    );
  if (learned.forecast.verdict !== 'helps')
    return fault("the earlier results don't help with a level", `Draw one random sample, ${leave}.`);
  return [];
}

/** Reallocates places after a system's first wave; no band loses a task of that wave. */
export function fitWave(
  whole: BenchmarkSelection,
  first: BenchmarkSelection,
  { system, rewards }: FirstWave,
): BenchmarkSelection {
  const { plan, learned } = whole;
  const { group } = plan.select;
  if (group === undefined || learned === undefined) return whole;
  const known = whole.tasks.filter((task) => learnedOf(task) !== undefined);
  const places = new Map(known.map(({ id }, i) => [id, i]));
  const results = new Map(
    first.choices.flatMap(({ task }) => {
      const [place, reward] = [places.get(task.id), rewards.get(`${task.benchmark}/${task.id}`)];
      return place === undefined || reward === undefined ? [] : [[place, reward] as const];
    }),
  );
  const fitted = waveVariances(
    known.map((task) => learnedOf(task)?.ease ?? 0),
    known.map((task) => learnedOf(task)?.variance ?? 0),
    results,
  );
  const values = new Map(
    first.groups.flatMap(({ key, allocated, pinned }) => (pinned ? [] : [[key ?? '', allocated] as const])),
  );
  const refitted = { ...group, share: anticipated.name, atLeast: { values, otherwise: 1 } };
  return {
    ...whole,
    plan: { ...plan, select: { ...plan.select, group: refitted } },
    tasks: whole.tasks.map((task) => {
      const place = places.get(task.id);
      return place === undefined ? task : { ...task, fields: { ...task.fields, prior_variance: at(fitted, place) } };
    }),
    learned: {
      ...learned,
      words: `are drawn at random from difficulty bands in two waves; after the first ${countOf(first.choices.length, 'task')}, more come from bands where results of ${system} are least certain`,
    },
  };
}

function learnedOf({ fields: { prior_ease: ease, prior_variance: variance } }: ScoredTask) {
  return typeof ease === 'number' && typeof variance === 'number' ? { ease, variance } : undefined;
}
