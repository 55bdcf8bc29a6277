import type { Reading } from '../outcomes/task-result.js';
import { mean } from '../statistics/summary.js';
import { assistedFigure } from './assisted-figure.js';
import { type Basis, calibrationFor } from './basis.js';
import { estimateMean, type ValuedTask } from './estimate-mean.js';
import { calibratedInterval, levelInterval } from './level-interval.js';
import { partsOf, trustIn } from './parts-of.js';
import type { LevelReading, PartFigure, PoolFigure } from './pool-estimate.js';
import type { SampledTask } from './sample.js';
import { type TaskRuns, valuedTasks } from './valued-tasks.js';

/** The level of one configuration under one reading; `runs` are the rewards of each selected task, none if it is left out. */
export function estimateLevel(runs: readonly TaskRuns[], reading: Reading, basis: Basis): LevelReading {
  const told = runs.filter(({ sides: [rewards = []] }) => rewards.length > 0);
  const own = ({ sides: [rewards = []] }: TaskRuns) => mean(rewards);
  const sampled = sampledUnits(runs, basis);
  return {
    reading,
    tasks: told.length,
    selectedMean: told.length === 0 ? undefined : mean(told.map(own)),
    pool: basis.kind === 'focus' || told.length === 0 ? undefined : figureFor(sampled, undefined, basis),
    parts: partsOf(
      runs.map(({ task }) => task),
      basis.by,
    ).map((part): PartFigure => {
      const isOf = (task: SampledTask) => task.labels[part.by] === part.value;
      const members = told.filter(({ task }) => isOf(task));
      const isSample = basis.kind === 'representative' || (part.by === 'benchmark' && basis.sampled.has(part.value));
      const trust = isSample ? trustIn(members.length) : 'shown';
      return {
        ...part,
        tasks: members.length,
        trust,
        selectedMean: members.length === 0 || trust === 'suppressed' ? undefined : mean(members.map(own)),
        pool: isSample && trust !== 'suppressed' ? figureFor(sampled, isOf, basis, part.by) : undefined,
      };
    }),
  };
}

/** A benchmark that is a sample within a selection that is none stands for itself alone. */
function sampledUnits(runs: readonly TaskRuns[], basis: Basis): SampledUnits {
  const inSample = runs.filter(({ task }) => basis.sampled.has(task.benchmark));
  const drawn = inSample.map(({ task }) => task);
  return { drawn, units: valuedTasks(drawn, inSample) };
}

/** The tasks that were drawn, and those of them that have results. */
interface SampledUnits {
  readonly drawn: readonly SampledTask[];
  readonly units: readonly ValuedTask[];
}

function figureFor(
  { drawn, units }: SampledUnits,
  within: Within | undefined,
  basis: Basis,
  by = 'benchmark',
): PoolFigure {
  const calibration = calibrationFor(units, basis);
  const { scope, level } = basis;
  const intervalOf = (own: readonly ValuedTask[]) => {
    const estimate = estimateMean(own, { scope, within, calibration });
    // A benchmark is made of whole strata; phases and languages cut through them.
    const options = { scope, level, within: within ?? (() => true), takesStrata: by === 'benchmark' };
    const interval =
      calibration === undefined
        ? levelInterval(own, estimate, options)
        : calibratedInterval(
            within === undefined ? own : own.filter(({ task }) => within(task)),
            estimate,
            level,
            calibration.rows[0]?.length ?? 1,
          );
    return { estimate, interval };
  };
  const { estimate, interval } = intervalOf(units);
  const isRepeated = scope === 'pool' && units.every(({ noise }) => noise !== undefined);
  const plain: PoolFigure = {
    mean: estimate.mean,
    standardError: estimate.standardError,
    ...interval,
    tasks: estimate.tasks,
    population: populationOf(units, calibration?.weights, within, basis.sample.population),
    effectiveSize: estimate.effectiveSize,
    degreesOfFreedom: estimate.degreesOfFreedom,
    about: scope === 'beyond' ? 'beyond' : isRepeated ? 'runs-counted' : 'as-run',
    asRun: isRepeated ? intervalOf(units.map((unit) => ({ ...unit, noise: undefined }))).interval : undefined,
  };
  // Earlier results tell of whole benchmarks; what cuts through them stays plain.
  if (within !== undefined && by !== 'benchmark') return plain;
  const own = within === undefined ? units : units.filter(({ task }) => within(task));
  if (!own.some(({ task }) => basis.assistances.has(task.benchmark))) return plain;
  return assistedFigure(own, { drawn, assistances: basis.assistances, level, plain });
}

type Within = (task: SampledTask) => boolean;

/**
 * The tasks a figure stands for. Weights from unequal chances sum to the pool's size only on average, so that they are held
 * against what was reached: the strata with a result, or all of them when the weights were moved to the pool's counts.
 */
function populationOf(
  units: readonly ValuedTask[],
  moved: readonly number[] | undefined,
  within: Within | undefined,
  whole: number,
): number {
  const weights = moved ?? units.map(({ weight }) => weight);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const strata = new Map(units.map(({ task }) => [task.stratum, task.stratumSize]));
  const reached = moved === undefined ? [...strata.values()].reduce((total, size) => total + size, 0) : whole;
  const own = units.reduce((total, { task }, i) => (within?.(task) === false ? total : total + (weights[i] ?? 0)), 0);
  return (own / sum) * reached;
}
