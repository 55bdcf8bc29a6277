import { groupBy } from '../lists/lists.js';
import type { Manifest } from '../manifest/manifest.js';
import { namesPool, poolTasks } from '../manifest/pool-tasks.js';
import { type Fault, ResultsError, type Warning, WinnowError } from '../model/errors.js';
import type { Outcome, RunResults } from '../model/outcome.js';
import {
  type ConfigurationOutcomes,
  type MatchedOutcomes,
  matchOutcomes,
  matchWarnings,
  patternHint,
  taskKey,
} from '../outcomes/match-outcomes.js';
import { aboutPassing, filterOutcomes, taskResult, usualRuns } from '../outcomes/task-result.js';
import { scheduleSeed, stratumOf, waveOrder } from '../schedule/schedule.js';
import { didYouMean } from '../text/nearest-name.js';
import { compareText, countOf } from '../text/words.js';
import { budgetFit, leftByBenchmark, RunFigures } from './cost-forecast.js';
import type { ConfigurationProgress, OpenTask, RunProgress } from './run-progress.js';

/** What is asked of the runs of a selection; every part may be left out. */
export interface ProgressOptions {
  /** How often each task is to be run; default: as the pilot says, else once. */
  readonly repeat?: number | undefined;
  /** Only this configuration. */
  readonly configuration?: string | undefined;
  /** What a run costs where the results do not tell. */
  readonly costPerRunUsd?: number | undefined;
  /** How long a run takes where the results do not tell. */
  readonly durationPerRunMs?: number | undefined;
  readonly budgetUsd?: number | undefined;
  /** Of the intervals; default 0.9. */
  readonly level?: number | undefined;
  /** Counts as left only these tasks, by key; default: all that are not done. */
  readonly among?: ReadonlySet<string> | undefined;
}

/** A selected task in the order of waves. */
interface Waiting {
  readonly benchmark: string;
  readonly id: string;
  readonly aliases: readonly string[];
  readonly stratum: string;
}

/** The runs of a selection that are done and left, with cost and time. Throws ResultsError if the results don't fit. */
export function progressOf(
  manifest: Manifest,
  { outcomes, faults, warnings: readingWarnings }: RunResults,
  options: ProgressOptions = {},
): RunProgress {
  const { repeat = manifest.methodology.pilot?.repeats_per_arm ?? 1, level = 0.9 } = options;
  const wrong = optionFaults(options);
  if (wrong.length > 0) throw new WinnowError(wrong);
  if (faults.length > 0) throw new ResultsError(faults);
  const tasks = waveOrder<Waiting>(
    manifest.tasks.map((entry) => ({
      benchmark: entry.benchmark,
      id: entry.task_id,
      aliases: entry.aliases,
      stratum: stratumOf(entry),
    })),
    scheduleSeed(manifest),
  );
  const matched = matchOutcomes(tasks, poolTasks(manifest), outcomes);
  if (matched.faults.length > 0) throw new ResultsError(matched.faults);
  if (
    options.budgetUsd !== undefined &&
    filterOutcomes(outcomes, ({ costUsd }) => costUsd !== undefined).length === 0
  ) {
    const isTold = options.costPerRunUsd !== undefined || plannedRuns(manifest).costs.size > 0;
    if (!isTold) throw new WinnowError([noCosts]);
  }
  const configurations =
    outcomes.length === 0 ? [notRunYet(manifest)] : wanted(matched, options.configuration, tasks[0]?.id ?? '');
  return {
    plan: manifest.metadata.plan.name,
    selected: tasks.length,
    repeat,
    level,
    configurations: configurations.map((each) =>
      configurationProgress(each, tasks, plannedRuns(manifest), { ...options, repeat, level }),
    ),
    warnings: [
      ...readingWarnings.filter(({ code }) => !aboutPassing.has(code)),
      ...matchWarnings(matched, { isPoolKnown: namesPool(manifest), tier: manifest.metadata.tier?.name }),
      ...repeatNotes(configurations, repeat),
    ],
  };
}

/** Systems with more runs of each task than are asked for: an estimate expects as many as the results show. */
function repeatNotes(configurations: readonly ConfigurationOutcomes[], repeat: number): Warning[] {
  return configurations.flatMap(({ name, byTask }) => {
    const usual = usualRuns(byTask.values());
    if (usual <= repeat) return [];
    const message = `${name}: most tasks have ${usual} runs, and ${countOf(repeat, 'run')} of each ${repeat === 1 ? 'is' : 'are'} asked for here. "winnow estimate" expects ${usual}: --repeats ${usual} counts those that are missing.`;
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
    runsLeft: left.reduce((sum, { runs }) => sum + runs, 0),
    retried: states.reduce((sum, { retried }) => sum + retried, 0),
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

/** What the runs came to; one that was never made has no figure, whatever stands there. */
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
  return new RunFigures(seen, given, planned);
}

/** Before any run there is one configuration to plan for, whatever it will be called. */
function notRunYet({ methodology: { pilot } }: Manifest): ConfigurationOutcomes {
  return { name: pilot === undefined ? 'not run yet' : 'each of the two arms, not run yet', byTask: new Map() };
}

const noCosts: Fault = {
  code: 'status/no-costs',
  message: 'neither the results nor the plan give the cost of a run, so the budget cannot be divided.',
  hint: 'Give it with --cost-per-run or in the plan (run: { cost_usd: … }); if the results count tokens, give --prices.',
};

/** What the plan says a run of each benchmark comes to. */
interface PlannedRuns {
  readonly costs: ReadonlyMap<string, number>;
  readonly times: ReadonlyMap<string, number>;
}

function plannedRuns({ benchmarks }: Manifest): PlannedRuns {
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

function wanted(
  { configurations: found, unknown, patterns }: MatchedOutcomes,
  name: string | undefined,
  exampleId: string,
): readonly ConfigurationOutcomes[] {
  if (found.length === 0) {
    const like = unknown[0] === undefined ? '' : ` They name "${unknown[0]}"; a selected task is "${exampleId}".`;
    const message = `the results contain none of the selected tasks.${like}`;
    throw new ResultsError([
      {
        code: 'results/no-overlap',
        message,
        hint: patternHint(patterns) ?? 'Give the results of runs of this selection.',
      },
    ]);
  }
  const own = name === undefined ? found : found.filter((each) => each.name === name);
  if (own.length > 0) return own;
  const names = found.map((each) => each.name);
  const message = `there is no system "${name}".${didYouMean(name ?? '', names)} Found: ${names.join(', ')}.`;
  throw new ResultsError([{ code: 'results/configuration', message }]);
}

function optionFaults(options: ProgressOptions): Fault[] {
  const { repeat = 1, level = 0.9 } = options;
  const faults: Fault[] = [];
  if (!Number.isSafeInteger(repeat) || repeat < 1) {
    faults.push({
      code: 'status/repeat',
      message: `each task should be run ${repeat} times; expected a whole number of at least 1.`,
    });
  }
  if (!(level > 0.5 && level < 1)) {
    faults.push({ code: 'status/level', message: `level must be above 0.5 and below 1; found ${level}.` });
  }
  const amounts = [
    ['the cost of a run', options.costPerRunUsd],
    ['the duration of a run', options.durationPerRunMs],
    ['the budget', options.budgetUsd],
  ] as const;
  for (const [what, value] of amounts) {
    if (value === undefined || (Number.isFinite(value) && value >= 0)) continue;
    faults.push({ code: 'status/amount', message: `${what} is ${value}; expected a number of at least 0.` });
  }
  return faults;
}

/** A run that errored: its task, and the reason if the results give one. */
interface ErroredRun {
  readonly task: string;
  readonly error: string | undefined;
}

const untold = 'no reason in the results';

/** The errors of runs by message, the most frequent first. */
export function errorGroups(runs: readonly ErroredRun[]) {
  const groups = [...groupBy(runs, ({ error }) => (error === undefined ? untold : kindOf(error)))];
  return groups
    .map(([message, members]) => ({
      message,
      runs: members.length,
      tasks: new Set(members.map(({ task }) => task)).size,
      example: members.map(({ error = untold }) => error).sort(compareText)[0] ?? untold,
    }))
    .sort((a, b) => b.runs - a.runs || compareText(a.message, b.message));
}

/** A message without what differs from one task to the next. */
function kindOf(error: string): string {
  return error
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/(?:[\w.-]+)?(?:\/[\w.@:-]+){2,}/g, '…')
    .replace(/\b(?:0x)?[0-9a-f]*\d[0-9a-f]*\b/gi, '…')
    .replace(/…(?:[\s,:]*…)+/g, '…')
    .trim();
}
