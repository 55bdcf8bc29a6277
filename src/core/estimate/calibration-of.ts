import type { Manifest } from '../manifest/manifest.js';
import { ResultsError } from '../model/errors.js';
import type { Fault } from '../model/fault.js';
import type { Outcomes } from '../model/outcome.js';
import { matchOutcomes, taskKey } from '../outcomes/match-outcomes.js';
import { taskResult } from '../outcomes/task-result.js';
import { mean } from '../statistics/mean.js';
import { joinWords } from '../text/join-words.js';
import { didYouMean } from '../text/nearest-name.js';
import { type Calibrated, rakeTo, regressOnPrior } from './calibration.js';
import type { ValuedTask } from './estimate-mean.js';
import { type Sample, type SampleLabel, sampleLabels } from './sample.js';
import { poolTasks } from './selected-tasks.js';

/** How the weights are to be moved; at most one of the two. */
export interface WeightingOptions {
  /** The labels whose counts in the pool the weights shall meet: one post-stratifies, several rake. */
  readonly weightBy?: readonly string[] | undefined;
  /** Results of earlier systems on the pool's tasks, for a regression. */
  readonly prior?: Outcomes | undefined;
}

/** A way to move weights, or undefined when none is asked for. */
export function calibrationOf(
  manifest: Manifest,
  sample: Sample,
  { weightBy = [], prior }: WeightingOptions,
): { readonly words: string; readonly calibrate: (units: readonly ValuedTask[]) => Calibrated } | undefined {
  if (weightBy.length === 0 && prior === undefined) return undefined;
  const faults = [...kindFaults(manifest), ...labelFaults(weightBy), ...(prior?.faults ?? [])];
  if (weightBy.length > 0 && prior !== undefined) {
    const message = 'the results are weighted by labels or by a regression on earlier results, not by both.';
    faults.push({ code: 'estimate/calibration', message, hint: 'Leave one of them out.' });
  }
  if (faults.length > 0) throw new ResultsError(faults);
  if (prior === undefined) {
    const labels = weightBy as readonly SampleLabel[];
    const words = `${labels.length === 1 ? 'post-stratified' : 'raked'} by ${joinWords(labels)}`;
    return { words, calibrate: (units) => rakeTo(units, sample, labels) };
  }
  const difficulty = priorMeans(manifest, prior);
  return {
    words: 'regression on earlier results',
    calibrate: (units) => regressOnPrior(units, sample, (task) => difficulty.get(taskKey(task))),
  };
}

/** No weighting makes a ranked choice an estimate: the tasks left out had no chance at all. */
function kindFaults({ metadata, methodology }: Manifest): Fault[] {
  if (metadata.kind === 'representative') return [];
  const message = `weights cannot repair a focus selection. ${methodology.claim}`;
  return [{ code: 'estimate/focus', message, hint: 'Draw a sample with "prefer: [random]".' }];
}

/**
 * Labels by name.
 *
 * @throws ResultsError with every one that is not known, or given twice.
 */
export function labelsOf(names: readonly string[]): readonly SampleLabel[] {
  const faults = labelFaults(names);
  if (faults.length > 0) throw new ResultsError(faults);
  return names as readonly SampleLabel[];
}

function labelFaults(labels: readonly string[]): Fault[] {
  const twice = labels.filter((label, at) => labels.indexOf(label) !== at);
  const unknown = labels
    .filter((label) => !(sampleLabels as readonly string[]).includes(label))
    .map((label) => ({
      code: 'estimate/label',
      message: `results cannot be divided or weighted by "${label}".${didYouMean(label, sampleLabels)} Known: ${sampleLabels.join(', ')}.`,
    }));
  return [...unknown, ...twice.map((label) => ({ code: 'estimate/label', message: `"${label}" is given twice.` }))];
}

/** Each task's mean reward over the earlier systems that have a score for it. */
function priorMeans(manifest: Manifest, { outcomes }: Outcomes): ReadonlyMap<string, number> {
  const selected = manifest.tasks.map(({ benchmark, task_id: id, aliases }) => ({ benchmark, id, aliases }));
  const isSelected = new Set(selected.map(taskKey));
  const pool = [...selected, ...poolTasks(manifest).filter((task) => !isSelected.has(taskKey(task)))];
  const { configurations, faults } = matchOutcomes(pool, pool, outcomes);
  if (faults.length > 0) throw new ResultsError(faults);
  const rewards = new Map<string, number[]>();
  for (const { byTask } of configurations) {
    for (const [key, list] of byTask) {
      const own = taskResult(list).rewards;
      if (own.length > 0) rewards.set(key, [...(rewards.get(key) ?? []), mean(own)]);
    }
  }
  return new Map([...rewards].map(([key, values]) => [key, mean(values)]));
}
