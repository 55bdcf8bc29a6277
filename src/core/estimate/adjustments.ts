import { taskDifficulty } from '../learning/task-difficulty.js';
import { at } from '../lists/lists.js';
import { type Manifest, poolTasks } from '../manifest/manifest.js';
import { type Fault, ResultsError, type Warning } from '../model/errors.js';
import type { RunResults } from '../model/outcome.js';
import { matchOutcomes, meanReward, taskKey } from '../outcomes/match-outcomes.js';
import { countOf, joinWords } from '../text/words.js';
import { type Assistance, type Assistances, sampledIn } from './assistance.js';
import { rakeTo } from './label-weights.js';
import { type Sample, sampleLabels } from './sample.js';
import { type Adjust, labelFaults } from './weighting.js';

/** At most one of the two may be given. */
interface Adjustments {
  /** The labels whose pool counts the weights must match: one label post-stratifies, several rake. */
  readonly weightBy?: readonly string[] | undefined;
  /** Results of earlier systems on the pool's tasks, which assist levels. */
  readonly prior?: RunResults | undefined;
}

/**
 * Adjusts estimates to the pool's labels, or by earlier results.
 *
 * @throws ResultsError if the selection or the results don't allow it.
 */
export function adjustments({ weightBy = [], prior }: Adjustments): Adjust {
  return (manifest, sample) => {
    if (weightBy.length === 0 && prior === undefined) return {};
    const faults = [
      ...kindFaults(manifest),
      ...labelFaults(weightBy, manifest),
      ...uncountedFaults(weightBy, manifest, sample),
      ...(prior?.faults ?? []),
    ];
    if (weightBy.length > 0 && prior !== undefined) {
      const message = 'Winnow can weight results by labels or use earlier results, but not both.';
      faults.push({ code: 'estimate/calibration', message, hint: 'Use only one of them.' });
    }
    if (faults.length > 0) throw new ResultsError(faults);
    if (prior !== undefined) return { assist: (own) => assistedBy(prior, own, manifest, sample) };
    const words = `${weightBy.length === 1 ? 'post-stratified' : 'raked'} by ${joinWords(weightBy)}`;
    return { weighting: { words, calibrate: (units) => rakeTo(units, sample, weightBy) } };
  };
}

/** Weighting can't turn a ranked selection into a sample, because the remaining tasks had no chance of selection. */
function kindFaults({ metadata, methodology }: Manifest): Fault[] {
  if (metadata.kind === 'representative') return [];
  const message = `weights can't turn a purposive selection into a sample. ${methodology.claim}`;
  return [{ code: 'estimate/focus', message, hint: 'Draw a sample with "prefer: [random]".' }];
}

/** Weights can only match labels that were counted over the whole pool. */
function uncountedFaults(labels: readonly string[], manifest: Manifest, { counts }: Sample): Fault[] {
  if (manifest.metadata.kind !== 'representative') return [];
  return labels
    .filter((label) => sampleLabels(manifest).includes(label) && !counts.has(label))
    .map((label) => ({
      code: 'estimate/label',
      message: `can't weight by ${label}: the selection has no counts for it, because the label has more than 200 values or the pool more than 100,000 tasks.`,
      hint: 'You can still use it in --by. To weight by it, read it as "category" in the plan.',
    }));
}

/** The given earlier results, for the benchmarks that were drawn without any. */
function assistedBy(
  prior: RunResults,
  own: Assistances['byBenchmark'],
  manifest: Manifest,
  sample: Sample,
): Assistances {
  const others = sampledIn(manifest).filter(({ name }) => !own.has(name));
  const large = others.find(({ fingerprint }) => fingerprint !== undefined);
  if (large !== undefined) throw new ResultsError([unlistedPool(large)]);
  const names = others.map(({ name }) => name);
  const given = fromResults(manifest, sample, prior, names);
  return {
    byBenchmark: new Map([...own, ...given.byBenchmark]),
    warnings: [...notNeeded([...own.keys()]), ...given.warnings],
  };
}

/** For a large pool, the manifest lists only the selected tasks, so the ease of the remaining tasks is unknown. */
function unlistedPool({ name }: Manifest['benchmarks'][number]): Fault {
  return {
    code: 'estimate/prior-large',
    message: `benchmark "${name}" has more than 100,000 tasks, so selection.json lists only the selected ones. Earlier results on other tasks can't improve the estimate.`,
    hint: 'Remove --prior, or put the results under "prior" in the plan and select with "purpose: level": selection.json then records the difficulty of every task.',
  };
}

function notNeeded(names: readonly string[]): Warning[] {
  if (names.length === 0) return [];
  const message = `${joinWords(names)}: Winnow ignored the given earlier results, because the selection was already drawn with earlier results.`;
  return [{ code: 'prior-not-used', message }];
}

/** Computes the ease from results on the pool. A benchmark without earlier results gets no entry. */
function fromResults(manifest: Manifest, sample: Sample, prior: RunResults, names: readonly string[]): Assistances {
  const selected = manifest.tasks.map(({ benchmark, task_id: id, aliases }) => ({ benchmark, id, aliases }));
  const isSelected = new Set(selected.map(taskKey));
  const pool = [...selected, ...poolTasks(manifest).filter((task) => !isSelected.has(taskKey(task)))];
  const { configurations, faults } = matchOutcomes(pool, pool, prior.outcomes);
  if (faults.length > 0) throw new ResultsError(faults);
  const byBenchmark = new Map<string, Assistance>();
  const warnings: Warning[] = [];
  for (const name of names) {
    const tasks = sample.populationIds.filter(({ benchmark }) => benchmark === name);
    const rows = configurations.map(({ byTask }) =>
      tasks.map((task) => meanReward(byTask, taskKey(task)) ?? Number.NaN),
    );
    const told = rows.filter((row) => row.some((reward) => !Number.isNaN(reward)));
    if (told.length === 0) continue;
    const ease = taskDifficulty(told);
    const byId = new Map(tasks.map(({ id }, i) => [id, at(ease, i)]));
    byBenchmark.set(name, { easeOf: (id) => byId.get(id) ?? Number.NaN, pool: ease });
    const unknown = ease.filter(Number.isNaN).length;
    if (unknown > 0) {
      const message = `${name}: ${unknown} of ${countOf(ease.length, 'task')} ${unknown === 1 ? 'has' : 'have'} no earlier results. Winnow estimates ${unknown === 1 ? 'it' : 'them'} separately, with the plain mean.`;
      warnings.push({ code: 'prior-unknown', message, benchmark: name });
    }
  }
  if (byBenchmark.size === 0 && names.length > 0) {
    const message = 'none of the earlier results are on tasks in the pool.';
    throw new ResultsError([{ code: 'estimate/prior', message, hint: 'Give results on the same tasks.' }]);
  }
  return { byBenchmark, warnings };
}
