import type { UpliftDocument } from '../contracts/uplift-document.js';
import { roundTo } from '../text/round-to.js';
import type { PerTaskUplifts, TaskUplift, UpliftEstimate, UpliftFigure } from './benefit.js';

/** The estimate of the uplift as the text of one JSON document. */
export function upliftText(estimate: UpliftEstimate): string {
  const { arms, coverage, beyond, artefacts, perTask } = estimate;
  const document = {
    plan: estimate.plan,
    kind: estimate.kind,
    with: arms.with,
    without: arms.without,
    level: estimate.level,
    false_discovery_rate: estimate.rate,
    coverage: {
      selected: coverage.selected,
      pairs: coverage.pairs,
      with_only: coverage.withOnly,
      without_only: coverage.withoutOnly,
      neither: coverage.neither,
      unscored_runs: coverage.unscoredRuns,
      repeated: coverage.repeated,
      runs: coverage.runs,
    },
    uplift: figureEntry(estimate.overall),
    ...(estimate.missingFailed === undefined ? {} : { missing_counted_as_failed: meanEntry(estimate.missingFailed) }),
    beyond_benchmarks:
      beyond === undefined
        ? null
        : {
            mean: figure(beyond.mean),
            standard_error: figure(beyond.standardError),
            interval: intervalEntry(beyond),
            degrees_of_freedom: figure(beyond.degreesOfFreedom),
            p_value: figure(beyond.pValue),
          },
    parts: estimate.parts.map(({ by, value, trust, ...part }) => ({ by, value, trust, ...figureEntry(part) })),
    per_task_note: estimate.perTaskNote ?? null,
    ...(perTask === undefined ? { noise: null, shrinkage: null, lists: null, tasks: null } : perTaskEntries(perTask)),
    artefacts: {
      lone_zeros: artefacts.loneZeros,
      mean_without_lone_zeros: figure(artefacts.meanWithoutThem),
      unequal_arms: artefacts.unequalArms.tasks,
      one_run: artefacts.oneRun,
      sign_depends: artefacts.signDepends.map(({ cluster }) => cluster),
    },
    warnings: estimate.warnings,
  } satisfies UpliftDocument;
  return `${JSON.stringify(document, null, 2)}\n`;
}

function perTaskEntries({ noise, model, tasks }: PerTaskUplifts) {
  const listed = (benefit: TaskUplift['test']['benefit']) =>
    tasks.filter(({ test }) => test.benefit === benefit).map(({ benchmark, id }) => `${benchmark}/${id}`);
  return {
    noise: {
      noise_by: noise.by,
      assume_noise: noise.by === 'assumed' ? figure(Math.sqrt(noise.components.runWith)) : null,
      tasks: noise.components.tasks,
      run_variance_without: figure(noise.components.runWithout),
      run_variance_with: figure(noise.components.runWith),
      variance_of_uplift: figure(noise.components.between),
      reliability: noise.reliability.map(({ runs, reliability, ceiling }) => {
        return { runs, reliability: figure(reliability), largest_correlation: figure(ceiling) };
      }),
    },
    shrinkage: {
      centre: figure(model.centre),
      deviation_tasks: figure(model.taskDeviation),
      deviation_benchmarks: figure(model.clusterDeviation),
    },
    lists: { benefits: listed('benefits'), hurt: listed('hurt'), cannot_tell: listed('cannot tell').length },
    tasks: tasks.map(({ benchmark, id, runs, measured, interval, shrunken, test }) => ({
      task_id: id,
      benchmark,
      runs,
      measured: figure(measured),
      interval: intervalEntry(interval),
      uplift: figure(shrunken.uplift),
      credible_interval: intervalEntry(shrunken),
      reliability: figure(shrunken.reliability),
      chance_above_zero: figure(shrunken.above),
      p_value: figure(test.pValue),
      adjusted_p_value: figure(test.adjusted),
      benefit: test.benefit,
    })),
  };
}

function figureEntry({ median, ...rest }: UpliftFigure) {
  return { ...meanEntry(rest), median: figure(median) };
}

function meanEntry({ pairs, mean, interval, pValue }: Omit<UpliftFigure, 'median'>) {
  return {
    pairs,
    mean: figure(mean),
    interval: interval === undefined ? null : intervalEntry(interval),
    p_value: figure(pValue),
  };
}

function intervalEntry({ low, high }: { readonly low: number; readonly high: number }) {
  return { low: figure(low), high: figure(high) };
}

function figure(value: number | undefined): number | null {
  // No negative zero in a document.
  return value === undefined || !Number.isFinite(value) ? null : roundTo(value, 6) + 0;
}
