import { expectedRuns } from '../estimate/expected-runs.js';
import { readRequirements } from '../estimate/requirements.js';
import { sampleOf } from '../estimate/sample.js';
import { largest, smallest, sumOf } from '../lists/lists.js';
import type { Manifest } from '../manifest/manifest.js';
import { namedTasks, namesPool, poolTasks } from '../manifest/pool-tasks.js';
import { type Fault, ManifestError, ResultsError, type Warning } from '../model/errors.js';
import type { RunResults } from '../model/outcome.js';
import {
  type ConfigurationOutcomes,
  matchSelected,
  matchWarnings,
  noneSelected,
  taskKey,
} from '../outcomes/match-outcomes.js';
import { rewardsUnder, type TaskResult, taskResult } from '../outcomes/task-result.js';
import { mean } from '../statistics/summary.js';
import { didYouMean } from '../text/nearest-name.js';
import { countOf, namesOf } from '../text/words.js';
import { informationShare, judgeLook } from './judge-look.js';
import {
  areLooksRandom,
  differenceEvidence,
  type Evidence,
  levelEvidence,
  marginEvidence,
  partOf,
} from './look-evidence.js';
import {
  type LookQuestion,
  type LooksDocument,
  type RecordedLook,
  type RecordedQuestion,
  recordedQuestion,
  type Verdict,
  withLook,
} from './look-record.js';

/** How a look is made. */
export interface LookOptions {
  /** "SYSTEM >= 0.7" or "SYSTEM - BASELINE >= 0"; undefined: which of two systems is better. */
  readonly require?: string | undefined;
  readonly baseline?: string | undefined;
  readonly system?: string | undefined;
  /** Look at the available results, although the tasks of no planned look are complete. */
  readonly now?: boolean | undefined;
  /** Default true: stop if the comparison is unlikely to find a difference. */
  readonly futility?: boolean | undefined;
  /** Count runs that errored as failed, instead of waiting for them. */
  readonly errorsFail?: boolean | undefined;
  readonly repeat?: number | undefined;
}

/** The state of a comparison after the results so far. */
export interface TakenLook {
  readonly question: LookQuestion | undefined;
  readonly verdict: Verdict;
  /** Whether the question is decided or not worth more runs. */
  readonly isOver: boolean;
  /** The record with the new look, if one was made. */
  readonly record: LooksDocument;
  readonly isNew: boolean;
  /** Every look at this question, the newest last. */
  readonly looks: readonly RecordedLook[];
  /** The difference or level at the newest look. */
  readonly evidence: Evidence | undefined;
  /** The chance that the last look still decides at the planned effect. */
  readonly chanceLeft: number | undefined;
  readonly isTooCoarse: boolean;
  readonly selected: number;
  /** Runs that the verdict made unnecessary. */
  readonly runsSaved: number;
  /** The tasks to run next, and the look that then can be made; undefined when it is over. */
  readonly next: NextTasks | undefined;
  /** The same whether it is over or not; undefined if all tasks have results. */
  readonly open: NextTasks | undefined;
  /** How often each task should be run by each system; undefined before any result. */
  readonly runsPerTask: number | undefined;
  /** The systems whose results the next look still needs, if it has some already. */
  readonly waiting: readonly Waiting[];
  readonly warnings: readonly Warning[];
}

/** The tasks that a planned look lacks, and those of them that each system has to run; no systems before any result. */
interface NextTasks {
  readonly look: number;
  readonly tasks: ReturnType<typeof tasksUpTo>;
  readonly systems: readonly {
    readonly name: string;
    readonly tasks: ReturnType<typeof tasksUpTo>;
    /** The fewest and the most runs that one of them lacks. */
    readonly runs: readonly [fewest: number, most: number];
  }[];
}

/** The results that a system still lacks for the next look: absent ones, and runs that ended with an error. */
type Waiting = { readonly system: string; readonly absent: number; readonly errored: number; readonly of: number };

/** Makes the largest planned look that has all its results and is not made yet. Throws ManifestError or ResultsError. */
export function takeLook(
  manifest: Manifest,
  results: RunResults,
  record: LooksDocument,
  options: LookOptions = {},
): TakenLook {
  const { sizes } = scheduleIn(manifest);
  const tasks = namedTasks(manifest);
  const { matched, readingWarnings } = matchSelected(tasks, poolTasks(manifest), results);
  const { configurations } = matched;
  const names = configurations.map(({ name }) => name);
  const question = questionOf(names, options, manifest);
  const known = question && recordedQuestion(record, question);
  const asked = known ?? question;
  const unchanged = {
    question: asked,
    verdict: 'continue' as const,
    isOver: false,
    record,
    isNew: false,
    looks: known?.looks ?? [],
    evidence: undefined,
    chanceLeft: undefined,
    isTooCoarse: false,
    selected: tasks.length,
    runsSaved: 0,
    next: undefined,
    open: undefined,
    runsPerTask: options.repeat,
    waiting: [],
    warnings: [
      ...readingWarnings,
      ...matchWarnings(matched, { isPoolKnown: namesPool(manifest), tier: manifest.metadata.tier?.name }),
      ...otherQuestions(record, known),
      ...(known === undefined ? [] : turnedWarning(known, options)),
    ],
  };
  if (asked === undefined) {
    if (results.outcomes.length > 0) throw new ResultsError([noneSelected(matched, 'selected tasks', tasks[0]?.id)]);
    const open = { look: 1, tasks: tasksUpTo(manifest, 1), systems: [] };
    return { ...unchanged, open, next: open };
  }
  const { looks } = unchanged;
  const counted = new Set(looks.flatMap(({ added }) => added.map(keyOf)));
  const arms = armsOf(manifest, configurations, asked, options, counted);
  const rewards = rewardsOf(tasks, arms, options);
  const evidenceOn = (keys: ReadonlySet<string>): Evidence => {
    const { limit } = asked.requirement ?? { limit: 0 };
    const part = partOf(manifest, keys);
    const used = new Map([...rewards].filter(([key]) => keys.has(key)));
    const reading = options.errorsFail === true ? 'failed' : 'absent';
    const { system, baseline } = asked;
    if (baseline === null) return levelEvidence(part, results, system, limit, reading);
    const difference = differenceEvidence(part, used);
    return limit === 0
      ? difference
      : { ...difference, ...marginEvidence(part, results, { system, baseline }, limit, reading) };
  };
  refuseChanged(looks, rewards, arms, options);
  refuseRenamed(record, asked, known, rewards);
  const last = looks.at(-1);
  const isFinal = last !== undefined && isDecision(last.verdict, last.tasks === tasks.length);
  const own = isFinal ? undefined : tasksToLookAt(manifest, rewards, counted, options, asked);
  const open = rewards.size === tasks.length ? undefined : nextTasks(manifest, arms, rewards);
  const after = (isOver: boolean) => ({
    isOver,
    runsSaved: isOver ? sumOf(arms.systems, ({ needs }) => sumOf([...needs.values()], (need) => need)) : 0,
    next: isOver ? undefined : open,
    open,
    runsPerTask: arms.runs,
    waiting: isOver ? [] : waitingFor(manifest, arms, rewards, options),
    warnings: [
      ...unchanged.warnings,
      ...(isOver ? [] : [...arms.warnings, ...unusedWarning(manifest, rewards, counted)]),
    ],
  });
  if (own === undefined) {
    const verdict = last?.verdict ?? 'continue';
    const isOver = isFinal || (verdict !== 'continue' && options.futility !== false);
    const evidence = looks.length === 0 ? undefined : evidenceOn(counted);
    return { ...unchanged, verdict: isOver ? verdict : 'continue', evidence, ...after(isOver) };
  }
  const { relation } = asked.requirement ?? { relation: '>=' };
  const evidence = evidenceOn(own.keys);
  const z = relation === '<=' || relation === '<' ? -evidence.z : evidence.z;
  const population = asked.baseline === null ? populationOf(manifest) : undefined;
  const shareOf = (count: number) => informationShare(count, tasks.length, population);
  const { boundary, verdict, spent, chanceLeft, isTooCoarse } = judgeLook({
    z,
    isExact: evidence.isExact,
    fraction: shareOf(own.keys.size),
    before: looks.map(({ fraction }) => fraction),
    after: sizes.filter((size) => size > own.keys.size).map(shareOf),
    errorRate: record.metadata.error_rate,
    isRequirement: asked.requirement !== null,
    futility: options.futility !== false,
  });
  const newRecord = withLook(record, asked, {
    tasks: own.keys.size,
    planned: own.isPlanned,
    fraction: boundary.fraction,
    z,
    critical: Number.isFinite(boundary.critical) ? boundary.critical : null,
    spent,
    verdict,
    added: [...rewards]
      .filter(([key]) => own.keys.has(key) && !counted.has(key))
      .map(([key, values]) => ({ ...nameIn(manifest, key), rewards: values })),
  });
  return {
    ...unchanged,
    verdict,
    record: newRecord,
    isNew: true,
    looks: recordedQuestion(newRecord, asked)?.looks ?? [],
    evidence,
    chanceLeft,
    isTooCoarse,
    ...after(verdict !== 'continue'),
  };
}

function scheduleIn({ methodology: { looks }, metadata }: Manifest) {
  if (looks !== undefined) return looks;
  const tier = metadata.tier === undefined ? '' : ' A tier has none; use the whole selection.';
  const message = `the selection has no planned looks.${tier}`;
  const hint = 'Add "looks: 5" to the plan and select again; looks must be planned before the results are seen.';
  throw new ManifestError([{ code: 'looks/not-planned', message, hint }]);
}

/** The question that follows from the options and the systems in the results; undefined without results. */
function questionOf(names: readonly string[], options: LookOptions, manifest: Manifest): LookQuestion | undefined {
  const refuse = (message: string, hint: string) => new ResultsError([{ code: 'looks/question', message, hint }]);
  if (names.length === 0) return undefined;
  if (options.require !== undefined) {
    const [requirement] = readRequirements([options.require], names);
    if (requirement === undefined) return undefined;
    const { configuration: system, baseline = null, relation, limit } = requirement;
    if (baseline === null && !areLooksRandom(manifest)) {
      const message =
        manifest.metadata.kind === 'focus'
          ? 'the tasks were not drawn at random, so their results say nothing about a level on the pool.'
          : 'the plan takes the tasks in an order that is not random, so the first ones say nothing about a level on the pool.';
      throw refuse(message, 'Require a difference of two systems instead, or draw a random sample.');
    }
    if (limit !== 0 && !areLooksRandom(manifest)) {
      const message = `the tasks were not drawn at random, so their results say which system is better, not by how much (${limit}).`;
      throw refuse(message, 'Require a difference above or below 0, or draw a random sample.');
    }
    return { system, baseline, requirement: { relation, limit } };
  }
  for (const name of [options.system, options.baseline]) {
    if (name !== undefined && !names.includes(name))
      throw refuse(`the results have no system "${name}".${didYouMean(name, names)}`, `Found: ${names.join(', ')}.`);
  }
  const baseline = options.baseline ?? names.find((name) => name !== options.system);
  const [only, ...more] = names.filter((name) => name !== baseline);
  const system = options.system ?? (more.length === 0 ? only : undefined);
  if (names.length > 2 && (options.baseline === undefined || options.system === undefined)) {
    const message = `the results have ${names.length} systems: ${namesOf(names)}.`;
    throw refuse(message, 'Name the two to compare with --baseline and --system.');
  }
  if (system === undefined || baseline === undefined || system === baseline) {
    const [name = 'NAME'] = names;
    const hint = `Give the results of both, or a threshold for its level: --require '${name} >= 0.7'.`;
    throw refuse(`the results have one system, "${name}", and a comparison needs two.`, hint);
  }
  return { system, baseline, requirement: null };
}

type Rewards = ReadonlyMap<string, readonly number[]>;

/** The systems of a question: their results and the runs that each task still needs, by the task's key. */
type Arms = ReturnType<typeof armsOf>;

/**
 * The results of the systems that are asked about. If they have different numbers of runs per task and no number is given,
 * each should have as many as the one with most. A task that a look has counted needs no more runs.
 */
function armsOf(
  manifest: Manifest,
  configurations: readonly ConfigurationOutcomes[],
  { baseline, system }: LookQuestion,
  { errorsFail = false, repeat }: LookOptions,
  counted: ReadonlySet<string>,
) {
  const tasks = namedTasks(manifest);
  const own = [baseline, system].flatMap((name) => configurations.find((each) => each.name === name) ?? []);
  const expected = [...expectedRuns(repeat, manifest, tasks, own).byConfiguration];
  const runs = largest(
    expected.map(([, count]) => count),
    1,
  );
  const isCounted = (key: string, { rewards, unscored }: TaskResult) =>
    counted.has(key) && (rewards.length > 0 || (errorsFail && unscored > 0));
  const systems = own.map(({ name, byTask }) => {
    const results = new Map(tasks.map(taskKey).map((key) => [key, taskResult(byTask.get(key), runs)]));
    const needs = [...results].map(([key, result]): [string, number] => {
      const open = result.lacking + (errorsFail ? 0 : result.unscored);
      return [key, isCounted(key, result) ? 0 : open];
    });
    return { name, results, needs: new Map(needs) };
  });
  const each = expected.map(([name, count]) => `${name} ${count}`).join(', ');
  const message = `the systems have different numbers of runs per task: ${each}. The next look waits for ${runs} of each. To look without the others, use --repeats 1; runs that come later can’t be added to a look.`;
  const isUneven = expected.some(([, count]) => count !== runs);
  const warnings: readonly Warning[] = isUneven ? [{ code: 'unequal-runs', message }] : [];
  return { runs, systems, warnings };
}

/** The mean reward of each system on every task that all of them have finished, by the task's key, in the manifest's order. */
function rewardsOf(
  tasks: ReturnType<typeof namedTasks>,
  { systems }: Arms,
  { errorsFail = false }: LookOptions,
): Rewards {
  const done = tasks.map(taskKey).filter((key) => systems.every(({ needs }) => needs.get(key) === 0));
  return new Map(
    done.map((key) => {
      const results = systems.flatMap((each) => each.results.get(key) ?? []);
      return [
        key,
        results.map((result) => mean(rewardsUnder(errorsFail ? 'failed' : 'absent', { ...result, lacking: 0 }))),
      ];
    }),
  );
}

/** What the next look still needs of each system, if some of its tasks have results. */
function waitingFor(
  manifest: Manifest,
  { systems }: Arms,
  rewards: Rewards,
  { errorsFail = false }: LookOptions,
): readonly Waiting[] {
  const look = completeLooks(manifest, rewards) + 1;
  const due = manifest.tasks.filter((task) => (task.look ?? 1) === look).map(keyOf);
  const found = systems.flatMap(({ name, results, needs }): Waiting[] => {
    const open = due.filter((key) => (needs.get(key) ?? 0) > 0).flatMap((key) => results.get(key) ?? []);
    const absent = open.filter(({ lacking }) => lacking > 0).length;
    const errored = errorsFail ? 0 : open.length - absent;
    return errored + absent === 0 ? [] : [{ system: name, absent, errored, of: due.length }];
  });
  return found.length === systems.length && found.every(({ absent, of }) => absent === of) ? [] : found;
}

/** Counts the tasks of later looks that have results already. */
function unusedWarning(manifest: Manifest, rewards: Rewards, counted: ReadonlySet<string>): readonly Warning[] {
  const look = completeLooks(manifest, rewards) + 1;
  const later = manifest.tasks.filter((task) => (task.look ?? 1) > look).map(keyOf);
  const unused = later.filter((key) => rewards.has(key) && !counted.has(key)).length;
  if (unused === 0) return [];
  const message = `${countOf(unused, 'task')} of later looks ${unused === 1 ? 'has' : 'have'} results already. They count once all tasks of planned look ${look} have results.`;
  return [{ code: 'looks-unused', message }];
}

/** A note if an option asks for the two systems the other way round than the first look recorded them. */
function turnedWarning(known: RecordedQuestion, { baseline, system }: LookOptions): Warning[] {
  if (known.baseline === null) return [];
  if ((baseline ?? known.baseline) === known.baseline && (system ?? known.system) === known.system) return [];
  const message = `the first look recorded "${known.baseline}" as the baseline, and that does not change: differences are ${known.system} minus ${known.baseline}.`;
  return [{ code: 'looks-turned', message }];
}

function keyOf({ benchmark, task_id: id }: { readonly benchmark: string; readonly task_id: string }): string {
  return taskKey({ benchmark, id });
}

function nameIn(manifest: Manifest, key: string): { readonly benchmark: string; readonly task_id: string } {
  const found = manifest.tasks.find((task) => keyOf(task) === key);
  return { benchmark: found?.benchmark ?? '', task_id: found?.task_id ?? '' };
}

const sameReward = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((value, i) => Math.abs(value - (b[i] ?? Number.NaN)) < 1e-9);

/** @throws ResultsError if results that an earlier look counted are missing now, or have changed. */
function refuseChanged(
  looks: readonly RecordedLook[],
  rewards: Rewards,
  { systems }: Arms,
  { errorsFail = false }: LookOptions,
): void {
  const faults: Fault[] = [];
  for (const [at, { added }] of looks.entries()) {
    const refuse = (code: string, what: string, isWrong: (task: (typeof added)[number]) => boolean) => {
      const names = added.filter(isWrong).map(({ task_id }) => task_id);
      const message = `look ${at + 1} counted results that ${what}, on ${countOf(names.length, 'task')}: ${namesOf(names)}.`;
      const hasErrors = added.some((task) =>
        systems.some(({ results }) => (results.get(keyOf(task))?.unscored ?? 0) > 0),
      );
      const hint =
        hasErrors && !errorsFail
          ? `Some of their runs errored. If look ${at + 1} counted those as failed, use --errors-fail again.`
          : 'Give the same results again, with those of the new tasks. A verdict can’t be based on results that were replaced after a look at them, or that repeats were added to.';
      if (names.length > 0) faults.push({ code, message, hint });
    };
    refuse('looks/shrunk', 'are missing now', (task) => !rewards.has(keyOf(task)));
    refuse('looks/changed', 'have changed since', (task) => {
      const now = rewards.get(keyOf(task));
      return now !== undefined && !sameReward(now, task.rewards);
    });
  }
  if (faults.length > 0) throw new ResultsError(faults);
}

/** This many equal results can't be a coincidence. */
const renamedFrom = 10;

/** @throws ResultsError if the same results were looked at under other names. */
function refuseRenamed(
  { questions }: LooksDocument,
  asked: LookQuestion,
  known: RecordedQuestion | undefined,
  rewards: Rewards,
): void {
  if (known !== undefined) return;
  const same = questions.find((other) => {
    const isAlike =
      (other.baseline === null) === (asked.baseline === null) &&
      other.requirement?.relation === asked.requirement?.relation &&
      other.requirement?.limit === asked.requirement?.limit &&
      (other.system !== asked.system || other.baseline !== asked.baseline);
    const added = other.looks.flatMap((look) => look.added);
    const areEqual = (isTurned: boolean) =>
      added.every((task) => {
        const now = rewards.get(keyOf(task)) ?? [];
        return sameReward(isTurned ? now.toReversed() : now, task.rewards);
      });
    return isAlike && added.length >= renamedFrom && [false, true].some(areEqual);
  });
  if (same === undefined) return;
  const names = [same.system, same.baseline].flatMap((name) => (name === null ? [] : [`"${name}"`]));
  const message = `these results were looked at before, under the name${names.length === 1 ? '' : 's'} ${names.join(' and ')}.`;
  const hint = 'Use the same names, so that the earlier looks count: --name NAME=PATH.';
  throw new ResultsError([{ code: 'looks/renamed', message, hint }]);
}

/** Whether a verdict ends the looks for good; a stop for futility does not. */
function isDecision(verdict: Verdict, isLast: boolean): boolean {
  return isLast || ['better', 'worse', 'passed', 'failed'].includes(verdict);
}

/** The tasks of the next look that the results allow; undefined if there is none. */
function tasksToLookAt(
  manifest: Manifest,
  rewards: Rewards,
  counted: ReadonlySet<string>,
  { now = false }: LookOptions,
  { baseline }: LookQuestion,
): { readonly keys: ReadonlySet<string>; readonly isPlanned: boolean } | undefined {
  const complete = completeLooks(manifest, rewards);
  const planned = new Set(manifest.tasks.filter(({ look = 1 }) => look <= complete).map(keyOf));
  const hasAll = (keys: ReadonlySet<string>) => [...counted].every((key) => keys.has(key));
  const more = rewards.size - planned.size;
  if (now && rewards.size > counted.size && more > 0) {
    if (baseline === null) {
      const message = `${countOf(more, 'task')} of the next look ${more === 1 ? 'has' : 'have'} results and the others have not. The tasks that finish first are not a random part of them, so a level can’t be judged yet.`;
      const hint = 'Run the whole tier and leave --now out.';
      throw new ResultsError([{ code: 'looks/half-run', message, hint }]);
    }
    return { keys: new Set(rewards.keys()), isPlanned: false };
  }
  return planned.size > counted.size && hasAll(planned) ? { keys: planned, isPlanned: true } : undefined;
}

/** How many looks, from the first on, have a result of every task. */
function completeLooks({ tasks }: Manifest, rewards: Rewards): number {
  const open = tasks.filter((task) => !rewards.has(keyOf(task))).map(({ look = 1 }) => look);
  return open.reduce((least, look) => Math.min(least, look), Number.POSITIVE_INFINITY) - 1;
}

/** The tasks of a planned look and of those before it. */
export function tasksUpTo({ tasks }: Manifest, last: number) {
  return tasks.filter(({ look = 1 }) => look <= last).map(({ benchmark, task_id: id }) => ({ benchmark, id }));
}

/** The tasks that the next planned look lacks, and those that each system has to run. */
function nextTasks(manifest: Manifest, { systems }: Arms, rewards: Rewards): NextTasks {
  const look = completeLooks(manifest, rewards) + 1;
  const tasks = tasksUpTo(manifest, look).filter((task) => !rewards.has(taskKey(task)));
  const own = systems.map(({ name, needs }) => {
    const lacking = tasks.filter((task) => (needs.get(taskKey(task)) ?? 0) > 0);
    const runs = lacking.map((task) => needs.get(taskKey(task)) ?? 0);
    return { name, tasks: lacking, runs: [smallest(runs), largest(runs)] as const };
  });
  return { look, tasks, systems: own };
}

/** How many tasks the selection is a sample of. */
export function populationOf(manifest: Manifest): number {
  return sampleOf(manifest, new Set(manifest.benchmarks.map(({ name }) => name))).population;
}

function otherQuestions({ questions, metadata }: LooksDocument, known: RecordedQuestion | undefined): Warning[] {
  const others = questions.filter((each) => each !== known);
  if (others.length === 0) return [];
  const listed = namesOf(others.map(questionWords));
  const message = `${countOf(others.length, 'other question')} ${others.length === 1 ? 'was' : 'were'} asked about this selection: ${listed}. Each has an error rate of ${100 * metadata.error_rate}%; together they err more often.`;
  return [{ code: 'looks-other-questions', message }];
}

/** "new against baseline", or "new >= 70%". */
export function questionWords({ system, baseline, requirement }: LookQuestion): string {
  if (requirement === null) return `${system} against ${baseline ?? ''}`;
  const { relation, limit } = requirement;
  const value = Number((100 * limit).toPrecision(6));
  return baseline === null ? `${system} ${relation} ${value}%` : `${system} - ${baseline} ${relation} ${value} points`;
}
