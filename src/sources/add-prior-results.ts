import { resolve } from 'node:path';
import { type Fault, PoolError, type Warning } from '../core/model/errors.js';
import type { RunResults } from '../core/model/outcome.js';
import type { BenchmarkPlan, PriorPlan } from '../core/model/plan.js';
import { readingOptions } from '../core/model/result-settings.js';
import type { Pool, PriorRewards, Task } from '../core/model/task.js';
import { matchOutcomes, patternHint, taskKey } from '../core/outcomes/match-outcomes.js';
import { aboutTasks, poolNames } from '../core/outcomes/task-index.js';
import { asPasses, configurationNames, filterOutcomes, taskResult } from '../core/outcomes/task-result.js';
import { ofOneVersion } from '../core/outcomes/task-versions.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { countOf, joinWords } from '../core/text/words.js';
import { notListed } from '../results/formats/reading.js';
import { readOutcomeList } from '../results/read-outcomes.js';
import { withPriorContents } from './assemble-task.js';
import { embeddedRewards } from './embedded-data.js';

/**
 * Adds earlier results to each task of a pool: the number of systems with a result (`prior_results`), the number that
 * solved the task, including fractions (`prior_solved`), and their share (`prior_rate`). Tasks without results get none
 * of these fields.
 * @param folder The folder of the plan; paths of results are relative to it.
 * @throws PoolError if the results can't be read, or if none match a task.
 */
export async function addPriorResults(pool: Pool, benchmark: BenchmarkPlan, folder: string): Promise<Pool> {
  const { prior } = benchmark;
  if (prior === undefined) return pool;
  const shipped = prior.embedded === undefined ? new Map<string, never>() : embeddedRewards(prior.embedded);
  const read = prior.paths.length === 0 ? nothingRead : await readPrior(pool, benchmark, prior, folder);
  const all: PriorRewards = new Map([...shipped, ...read.rewards]);
  const unknown = unknownConfigurations(prior, new Set([...all.keys(), ...read.names]), benchmark);
  if (unknown.length > 0) throw new PoolError(unknown);
  const counted = new Set(prior.configurations);
  const rewards: PriorRewards = counted.size === 0 ? all : new Map([...all].filter(([name]) => counted.has(name)));
  const replaced = [...shipped.keys()].filter((name) => read.rewards.has(name));
  return {
    ...pool,
    ...priorNotes([...read.notes, ...replacedNotes(benchmark, replaced)]),
    tasks: pool.tasks.map((task) => withFields(task, rewards)),
    priorSystems: [...rewards.keys()],
    priorRewards: rewards,
  };
}

/** Results of earlier systems from files. */
interface PriorRead {
  readonly rewards: PriorRewards;
  /** Every system in the files, even if none of its results match a task. */
  readonly names: readonly string[];
  readonly notes: readonly Warning[];
}

const nothingRead: PriorRead = { rewards: new Map(), names: [], notes: [] };

async function readPrior(pool: Pool, benchmark: BenchmarkPlan, prior: PriorPlan, folder: string): Promise<PriorRead> {
  const named = poolNames([[benchmark.name, pool]]);
  const read = await readOutcomeList(
    prior.paths.map((path) => resolve(folder, path)),
    { ...readingOptions(prior.results), ...aboutTasks(named) },
  );
  const own = ofOneVersion(read, named, readingOptions(prior.results));
  const { outcomes, faults } = prior.results.pass_at === undefined ? own : asPasses(own);
  if (faults.length > 0) throw new PoolError(faults);
  const names = configurationNames(outcomes);
  const counted = new Set(prior.configurations);
  const used =
    counted.size === 0 ? outcomes : filterOutcomes(outcomes, ({ configuration }) => counted.has(configuration));
  const matched = matchOutcomes(named, named, used);
  if (matched.faults.length > 0) throw new PoolError(matched.faults);
  const { configurations } = matched;
  // The caller also knows the built-in results, and reports unknown names first.
  const isKnown = prior.configurations.every((name) => names.includes(name));
  if (configurations.length === 0 && isKnown) throw new PoolError([noMatch(benchmark, prior, matched)]);
  return {
    rewards: new Map(configurations.map(({ name, byTask }) => [name, rewardsOf(named, byTask)])),
    names,
    notes: [
      ...versionNotes(benchmark, own, read),
      ...unscoredNotes(benchmark, prior, configurations),
      ...unlistedNotes(benchmark, configurations),
    ],
  };
}

/** A note on systems with given results that replace built-in ones. */
function replacedNotes({ name }: BenchmarkPlan, systems: readonly string[]): readonly Warning[] {
  if (systems.length === 0) return [];
  const message = `${name}: the given results for ${joinWords(systems.slice(0, 5))}${systems.length > 5 ? ` and ${systems.length - 5} more` : ''} replace the built-in results.`;
  return [{ code: 'prior-replaced', message, benchmark: name }];
}

/** A note on runs without a reward in the arms of an uplift, which may leave a task without a pair. */
function unscoredNotes(
  { name }: BenchmarkPlan,
  { uplift }: PriorPlan,
  configurations: ReturnType<typeof matchOutcomes>['configurations'],
): readonly Warning[] {
  if (uplift === undefined) return [];
  const arms = configurations.filter((each) => each.name === uplift.with || each.name === uplift.without);
  const results = arms.flatMap(({ byTask }) => [...byTask.values()].map((outcomes) => taskResult(outcomes)));
  const unscored = results.reduce((sum, result) => sum + result.scoreless, 0);
  const message = `${name}: ${countOf(unscored, 'earlier run')} errored or did not run. prior_uplift ignores such runs instead of counting them as 0.`;
  return unscored === 0 ? [] : [{ code: 'prior-uplift-unscored', message, benchmark: name }];
}

/** A note on systems whose files don't list failed tasks: a run of only some tasks would count as one of all. */
function unlistedNotes(
  { name }: BenchmarkPlan,
  configurations: ReturnType<typeof matchOutcomes>['configurations'],
): readonly Warning[] {
  const isUnlisted = ({ byTask }: (typeof configurations)[number]) => {
    for (const outcomes of byTask.values()) if (outcomes.some(({ place }) => place.path === notListed)) return true;
    return false;
  };
  const systems = configurations.filter(isUnlisted).length;
  const message = `${name}: the files of ${countOf(systems, 'earlier system')} don't list every task. The other tasks in the pool count as failed.`;
  return systems === 0 ? [] : [{ code: 'prior-unlisted', message, benchmark: name }];
}

/** Notes on earlier results of other versions of the tasks. */
function versionNotes({ name }: BenchmarkPlan, { warnings }: RunResults, before: RunResults): readonly Warning[] {
  return warnings
    .slice(before.warnings.length)
    .map(({ code, message }) => ({ code, message: `Earlier results of ${name}: ${message}`, benchmark: name }));
}

function priorNotes(notes: readonly Warning[]): Pick<Pool, 'priorNotes'> {
  return notes.length === 0 ? {} : { priorNotes: notes };
}

function rewardsOf(
  tasks: readonly { readonly benchmark: string; readonly id: string }[],
  byTask: ReturnType<typeof matchOutcomes>['configurations'][number]['byTask'],
): ReadonlyMap<string, readonly number[]> {
  // In a large pool, few tasks may have runs.
  const found = new Map<string, readonly number[]>();
  for (const task of tasks) {
    const outcomes = byTask.get(taskKey(task));
    if (outcomes !== undefined) found.set(task.id, taskResult(outcomes).rewards);
  }
  return found;
}

function withFields(task: Task, rewards: PriorRewards): Task {
  const means: number[] = [];
  for (const byTask of rewards.values()) {
    const own = byTask.get(task.id) ?? [];
    if (own.length > 0) means.push(own.reduce((sum, reward) => sum + reward, 0) / own.length);
  }
  return withPriorMeans(task, means);
}

/** The fields of a task, given the mean reward of each earlier system; undefined without results. */
export function priorFieldsOf(means: readonly number[]) {
  const solved = means.reduce((sum, value) => sum + value, 0);
  return means.length === 0
    ? undefined
    : { prior_results: means.length, prior_solved: solved, prior_rate: solved / means.length };
}

/** A task with the fields for its earlier results, given the mean reward of each system. */
export function withPriorMeans(task: Task, means: readonly number[]): Task {
  const fields = priorFieldsOf(means);
  if (fields === undefined) return task;
  const provenance = Object.fromEntries(Object.keys(fields).map((field) => [field, 'measured' as const]));
  const tried = { ...task, fields: { ...task.fields, ...fields }, provenance: { ...task.provenance, ...provenance } };
  return task.contents === undefined ? tried : { ...tried, contents: withPriorContents(tried, task.contents) };
}

function unknownConfigurations(prior: PriorPlan, known: ReadonlySet<string>, { name }: BenchmarkPlan): Fault[] {
  const { configurations, uplift } = prior;
  const arms = uplift === undefined ? [] : [uplift.with, uplift.without];
  const leftOut = configurations.length === 0 ? [] : arms.filter((arm) => !configurations.includes(arm));
  return [
    ...[...new Set([...configurations, ...arms])]
      .filter((configuration) => !known.has(configuration))
      .map((configuration) => ({
        code: 'pool/prior',
        message: `benchmark "${name}": the earlier results have no system "${configuration}".${didYouMean(configuration, known)}`,
      })),
    ...leftOut.map((arm) => ({
      code: 'pool/prior',
      message: `benchmark "${name}": "prior.uplift" names "${arm}", which is not listed in "prior.configurations".`,
      hint: 'List both arms under "configurations", or remove that key.',
    })),
  ];
}

function noMatch(
  { name }: BenchmarkPlan,
  { paths }: PriorPlan,
  { unknown, patterns }: ReturnType<typeof matchOutcomes>,
): Fault {
  const example = unknown[0] === undefined ? '' : ` The results contain tasks such as "${unknown[0]}".`;
  const message = `benchmark "${name}": none of the earlier results in ${paths.join(', ')} match its tasks.${example}`;
  return {
    code: 'pool/prior',
    message,
    hint: patternHint(patterns) ?? 'Use results on the same tasks, or remove "prior".',
  };
}
