import type { Reading } from '../outcomes/task-result.js';
import { mean } from '../statistics/mean.js';
import { type Basis, calibrationFor } from './basis.js';
import type { LevelReading, PartFigure, PartLabel, PoolFigure } from './estimate.js';
import { estimateMean, meanInterval, partInterval } from './estimate-mean.js';
import { partsOf, trustIn } from './parts-of.js';
import type { SampledTask } from './sample.js';
import { type TaskRuns, valuedTasks } from './valued-tasks.js';

/** The level of one configuration under one reading; `runs` are the rewards of each selected task, none if it is left out. */
export function estimateLevel(runs: readonly TaskRuns[], reading: Reading, basis: Basis): LevelReading {
  const told = runs.filter(({ sides: [rewards = []] }) => rewards.length > 0);
  const own = ({ sides: [rewards = []] }: TaskRuns) => mean(rewards);
  return {
    reading,
    tasks: told.length,
    selectedMean: told.length === 0 ? undefined : mean(told.map(own)),
    pool: basis.kind === 'focus' || told.length === 0 ? undefined : figureFor(runs, undefined, basis),
    parts: partsOf(runs.map(({ task }) => task)).map((part): PartFigure => {
      const isOf = (task: SampledTask) => task.labels[part.by] === part.value;
      const members = told.filter(({ task }) => isOf(task));
      const isSample = basis.kind === 'representative' || (part.by === 'benchmark' && basis.sampled.has(part.value));
      const trust = isSample ? trustIn(members.length) : 'shown';
      return {
        ...part,
        tasks: members.length,
        trust,
        selectedMean: members.length === 0 || trust === 'suppressed' ? undefined : mean(members.map(own)),
        pool: isSample && trust !== 'suppressed' ? figureFor(runs, isOf, basis, part.by) : undefined,
      };
    }),
  };
}

function figureFor(
  runs: readonly TaskRuns[],
  within: Within | undefined,
  basis: Basis,
  by: PartLabel = 'benchmark',
): PoolFigure {
  // A benchmark that is a sample within a selection that is none stands for itself alone.
  const inSample = runs.filter(({ task }) => basis.sampled.has(task.benchmark));
  const units = valuedTasks(
    inSample.map(({ task }) => task),
    inSample,
  );
  const calibration = calibrationFor(units, basis);
  const estimate = estimateMean(units, { scope: basis.scope, within, calibration });
  // A benchmark is made of whole strata; phases and languages cut through them.
  const { low, high } = (by === 'benchmark' ? meanInterval : partInterval)(estimate, basis.level);
  return {
    mean: estimate.mean,
    standardError: estimate.standardError,
    low,
    high,
    tasks: estimate.tasks,
    population: units.reduce(
      (sum, { task, weight }, i) => (within?.(task) === false ? sum : sum + (calibration?.weights[i] ?? weight)),
      0,
    ),
    effectiveSize: estimate.effectiveSize,
    degreesOfFreedom: estimate.degreesOfFreedom,
  };
}

type Within = (task: SampledTask) => boolean;
