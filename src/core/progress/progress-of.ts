import { groupBy, sumOf } from '../lists/lists.js';
import { type Manifest, namesPool, poolTasks } from '../manifest/manifest.js';
import { type Fault, ResultsError, type Warning, WinnowError } from '../model/errors.js';
import type { Outcome, RunResults } from '../model/outcome.js';
import {
  type ConfigurationOutcomes,
  type MatchedOutcomes,
  matchSelected,
  matchWarnings,
  noneSelected,
  taskKey,
} from '../outcomes/match-outcomes.js';
import { filterOutcomes, taskResult, usualRuns } from '../outcomes/task-result.js';
import { scheduleSeed, stratumOf, waveOrder } from '../schedule/schedule.js';
import { didYouMean } from '../text/nearest-name.js';
import { compareText, countOf } from '../text/words.js';
import { budgetFit, leftByBenchmark, type RunFigures, runFigures } from './cost-forecast.js';
import type { ConfigurationProgress, OpenTask, RunProgress } from './run-progress.js';

export interface ProgressOptions {
  /** The runs that each task should have. Default: from the pilot, or else 1. */
  readonly repeat?: number | undefined;
  readonly configuration?: string | undefined;
  /** The default if the results do not give it. */
  readonly costPerRunUsd?: number | undefined;
  /** The default if the results do not give it. */
  readonly durationPerRunMs?: number | undefined;
  readonly budgetUsd?: number | undefined;
  /** The level of the intervals. Default 0.9. */
  readonly level?: number | undefined;
  /** The keys of the tasks that may count as left. Default: all tasks. */
  readonly among?: ReadonlySet<string> | undefined;
}

type Waiting = { readonly benchmark: string; readonly id: string; readonly aliases: readonly string[] };

/** The completed and remaining runs of a selection, with cost and time. Throws ResultsError on a mismatch. */
export function progressOf(manifest: Manifest, results: RunResults, options: ProgressOptions = {}): RunProgress {
  const { repeat = manifest.methodology.pilot?.repeats_per_arm ?? 1, level = 0.9 } = options;
  const { outcomes } = results;
  const wrong = optionFaults(options);
  if (wrong.length > 0) throw new WinnowError(wrong);
  const waiting = manifest.tasks.map((entry) => {
    const { benchmark, task_id: id, aliases, look = 1 } = entry;
    return { benchmark, id, aliases, look, stratum: stratumOf(entry) };
  });
  const tasks = waveOrder(waiting, scheduleSeed(manifest)).toSorted((a, b) => a.look - b.look);
  const { matched, readingWarnings } = matchSelected(tasks, poolTasks(manifest), results);
  const planned = plannedRuns(manifest);
  const isPriced = options.costPerRunUsd !== undefined || planned.costs.size > 0;
  const hasCosts = () => filterOutcomes(outcomes, ({ costUsd }) => costUsd !== undefined).length > 0;
  if (options.budgetUsd !== undefined && !isPriced && !hasCosts()) throw new WinnowError([noCosts]);
  // Before any run, plans for one system of unknown name.
  const name = `each ${manifest.methodology.pilot === undefined ? 'system' : 'arm'} (not run yet)`;
  const configurations =
    outcomes.length === 0 ? [{ name, byTask: new Map() }] : wanted(matched, options.configuration, tasks[0]?.id);
  // The budget covers all systems with open tasks, in equal parts.
  const isOpen = ({ byTask }: ConfigurationOutcomes) =>
    tasks.some((task) => taskProgress(task, byTask.get(taskKey(task)), repeat).state !== 'done');
  const { budgetUsd: budget } = options;
  const budgetUsd = budget && budget / Math.max(1, configurations.filter(isOpen).length);
  return {
    plan: manifest.metadata.plan.name,
    selected: tasks.length,
    repeat,
    level,
    configurations: configurations.map((each) =>
      configurationProgress(each, tasks, planned, { ...options, budgetUsd, repeat, level }),
    ),
    warnings: [
      ...readingWarnings,
      ...matchWarnings(matched, { isPoolKnown: namesPool(manifest), tier: manifest.metadata.tier?.name }),
      ...repeatNotes(configurations, repeat),
    ],
  };
}

/** Warns about more runs per task than requested, because `estimate` expects as many as the results show. */
function repeatNotes(configurations: readonly ConfigurationOutcomes[], repeat: number): Warning[] {
  return configurations.flatMap(({ name, byTask }) => {
    const usual = usualRuns(byTask.values());
    if (usual <= repeat) return [];
    const message = `${name}: most tasks have ${usual} runs. This command expects ${countOf(repeat, 'run')} per task, but "winnow estimate" expects ${usual}. To count missing runs the same way, add --repeats ${usual}.`;
    return [{ code: 'more-runs', message }];
  });
}

function configurationProgress(
  { name, byTask }: ConfigurationOutcomes,
  tasks: readonly Waiting[],
  planned: PlannedRuns,
  options: ProgressOptions & { readonly repeat: number; readonly level: number },
): ConfigurationProgress {
  const { repeat, level, budgetUsd } = options;
  const states = tasks.map((task) => taskProgress(task, byTask.get(taskKey(task)), repeat));
  const isLeft = (task: Waiting) => options.among?.has(taskKey(task)) ?? true;
  const open = states.flatMap(({ task, state, scored, lacking }) =>
    state === 'done' || !isLeft(task) ? [] : [{ benchmark: task.benchmark, taskId: task.id, state, scored, lacking }],
  );
  const count = (state: OpenTask['state']) => open.filter((task) => task.state === state).length;
  const left = leftByBenchmark(open);
  const costs = figuresOf(tasks, byTask, ({ costUsd }) => costUsd, options.costPerRunUsd, planned.costs);
  const times = figuresOf(tasks, byTask, ({ durationMs }) => durationMs, options.durationPerRunMs, planned.times);
  return {
    name,
    done: states.length - open.length,
    short: count('short'),
    errored: count('errored'),
    missing: count('missing'),
    runsLeft: sumOf(left, ({ runs }) => runs),
    retried: sumOf(states, ({ retried }) => retried),
    costUsd: costs.forecast(left, level),
    durationMs: times.forecast(left, level),
    budget: budgetUsd === undefined || !costs.isKnown ? undefined : budgetFit(open, costs, budgetUsd, level),
    errors: errorGroups(
      tasks.flatMap((task) =>
        (byTask.get(taskKey(task)) ?? []).flatMap(({ status, error }) =>
          status === 'errored' ? [{ task: taskKey(task), error }] : [],
        ),
      ),
    ),
    open,
  };
}

function taskProgress(task: Waiting, outcomes: readonly Outcome[] | undefined, repeat: number) {
  const { state: found, rewards, unscored, lacking, retried } = taskResult(outcomes, repeat);
  const scored = rewards.length;
  const open = scored > 0 ? 'short' : found === 'errored' ? 'errored' : 'missing';
  const state: OpenTask['state'] | 'done' = scored >= repeat ? 'done' : open;
  return { task, state, scored, lacking: unscored + lacking, retried };
}

/** Skips runs that were not made, whatever the results give for them. */
function figuresOf(
  tasks: readonly Waiting[],
  byTask: ConfigurationOutcomes['byTask'],
  figureOf: (outcome: Outcome) => number | undefined,
  given: number | undefined,
  planned: ReadonlyMap<string, number>,
): RunFigures {
  const seen = tasks.flatMap((task) =>
    (byTask.get(taskKey(task)) ?? []).flatMap((outcome) =>
      outcome.status === 'not-run' ? [] : [{ benchmark: task.benchmark, value: figureOf(outcome) }],
    ),
  );
  return runFigures(seen, given, planned);
}

const noCosts: Fault = {
  code: 'status/no-costs',
  message: 'a budget needs the cost of a run, but neither the results nor the plan give it.',
  hint: 'Add --cost-per-run, or set the cost in the plan (run: { cost_usd: … }). If the results count tokens, add --prices.',
};

type PlannedRuns = ReturnType<typeof plannedRuns>;

function plannedRuns({ benchmarks }: Manifest) {
  const known = (figure: (run: Manifest['benchmarks'][number]['run']) => number | null) =>
    new Map(
      benchmarks.flatMap(({ name, run }) => {
        const value = figure(run);
        return value === null ? [] : [[name, value] as const];
      }),
    );
  return {
    costs: known(({ cost_usd: cost }) => cost),
    times: known(({ seconds }) => (seconds === null ? null : 1000 * seconds)),
  };
}

function wanted(matched: MatchedOutcomes, name: string | undefined, exampleId: string | undefined) {
  const { configurations: found } = matched;
  if (found.length === 0) throw new ResultsError([noneSelected(matched, 'selected tasks', exampleId)]);
  const own = name === undefined ? found : found.filter((each) => each.name === name);
  if (own.length > 0) return own;
  const names = found.map((each) => each.name);
  const message = `the results have no system "${name}".${didYouMean(name ?? '', names)} Found: ${names.join(', ')}.`;
  throw new ResultsError([{ code: 'results/configuration', message }]);
}

function optionFaults(options: ProgressOptions): Fault[] {
  const { repeat = 1, level = 0.9, costPerRunUsd, durationPerRunMs, budgetUsd } = options;
  const amount = (what: string, value = 0) =>
    !(Number.isFinite(value) && value >= 0) && {
      code: 'status/amount',
      message: `${what} must be at least 0; found ${value}.`,
    };
  return [
    !(Number.isSafeInteger(repeat) && repeat >= 1) && {
      code: 'status/repeat',
      message: `the number of runs per task must be a whole number of at least 1; found ${repeat}.`,
    },
    !(level > 0.5 && level < 1) && {
      code: 'status/level',
      message: `the confidence level must be above 0.5 and below 1; found ${level}.`,
    },
    amount('the cost of a run', costPerRunUsd),
    amount('the duration of a run', durationPerRunMs),
    amount('the budget', budgetUsd),
  ].filter((fault) => fault !== false);
}

const noReason = 'no error message in the results';

export function errorGroups(runs: readonly { readonly task: string; readonly error: string | undefined }[]) {
  const groups = [...groupBy(runs, ({ error }) => (error === undefined ? noReason : kindOf(error)))];
  return groups
    .map(([message, members]) => ({
      message,
      runs: members.length,
      tasks: new Set(members.map(({ task }) => task)).size,
      example: members.map(({ error = noReason }) => error).sort(compareText)[0] ?? noReason,
    }))
    .sort((a, b) => b.runs - a.runs || compareText(a.message, b.message));
}

/** Replaces the parts of a message that vary between tasks. */
function kindOf(error: string): string {
  return error
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/(?:[\w.-]+)?(?:\/[\w.@:-]+){2,}/g, '…')
    .replace(/\b(?:0x)?[0-9a-f]*\d[0-9a-f]*\b/gi, '…')
    .replace(/…(?:[\s,:]*…)+/g, '…')
    .trim();
}
