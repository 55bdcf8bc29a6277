import { sampleOf } from '../estimate/sample.js';
import { sumOf } from '../lists/lists.js';
import { type Manifest, namedTasks, namesPool, poolTasks } from '../manifest/manifest.js';
import { type Fault, ManifestError, ResultsError, type Warning } from '../model/errors.js';
import type { RunResults } from '../model/outcome.js';
import { matchSelected, matchWarnings, noneSelected } from '../outcomes/match-outcomes.js';
import type { Reading } from '../outcomes/task-result.js';
import { countOf, namesOf } from '../text/words.js';
import {
  type Arms,
  armsOf,
  completeLooks,
  errorsWarning,
  keyOf,
  type NextTasks,
  nextTasks,
  type Rewards,
  rewardsOf,
  tasksUpTo,
  unequalWarnings,
  unusedWarning,
  type Waiting,
  waitingFor,
} from './look-arms.js';
import {
  areLooksRandom,
  differenceEvidence,
  type Evidence,
  figuresOn,
  informationShare,
  judgeLook,
  type LookInterval,
  limitEvidence,
  partOf,
  repeatedInterval,
} from './look-evidence.js';
import {
  type LookOptions,
  otherQuestions,
  otherSystems,
  questionOf,
  refuseGuess,
  turnedWarning,
} from './look-question.js';
import {
  decisions,
  type LookQuestion,
  type LooksDocument,
  type LookVerdict,
  type RecordedLook,
  type RecordedQuestion,
  recordedQuestion,
  withLook,
} from './look-record.js';

export interface TakenLook {
  readonly question: LookQuestion | undefined;
  readonly verdict: LookVerdict;
  /** Whether the question is decided or not worth more runs. */
  readonly isOver: boolean;
  /** Includes the new look, if one was made. */
  readonly record: LooksDocument;
  readonly isNew: boolean;
  readonly looks: readonly RecordedLook[];
  readonly evidence: Evidence | undefined;
  /** After a stop, the newest look's repeated confidence interval; undefined if the tasks aren't a random sample. */
  readonly interval: LookInterval | undefined;
  /** The conditional power at the final look. */
  readonly chanceLeft: number | undefined;
  readonly isTooCoarse: boolean;
  readonly selected: number;
  readonly runsSaved: number;
  /** The tasks to run next, and the look they complete; undefined if the question is over. */
  readonly next: NextTasks | undefined;
  /** Like `next`, even if the question is over; undefined if all tasks have results. */
  readonly open: NextTasks | undefined;
  /** The runs per task and system; undefined before any result. */
  readonly runsPerTask: number | undefined;
  /** The systems whose results the next look still needs, if it has some already. */
  readonly waiting: readonly Waiting[];
  readonly warnings: readonly Warning[];
}

/** Makes the largest complete planned look that hasn't been made yet. Throws ManifestError or ResultsError. */
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
    interval: undefined,
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
      ...otherSystems(names, question),
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
  const reading: Reading = options.errorsFail === true ? 'failed' : 'absent';
  const evidenceOn = (keys: ReadonlySet<string>, from: Rewards = rewards, missing: Reading = reading): Evidence => {
    const { limit } = asked.requirement ?? { limit: 0 };
    const part = partOf(manifest, keys);
    const used = new Map([...from].filter(([key]) => keys.has(key)));
    const figures = figuresOn(part, results, asked, missing);
    if (asked.baseline === null) return limitEvidence(limit, figures);
    const difference = differenceEvidence(part, used);
    if (limit === 0) return difference;
    const { z, isExact } = limitEvidence(limit, figures);
    return { ...difference, z, isExact };
  };
  refuseChanged(looks, rewards, arms, options);
  refuseRenamed(record, asked, known, rewards);
  const last = looks.at(-1);
  const isFinal = last !== undefined && isDecision(last.verdict, last.tasks === tasks.length);
  const own = isFinal ? undefined : tasksToLookAt(manifest, rewards, counted, options, asked);
  const open = rewards.size === tasks.length ? undefined : nextTasks(manifest, arms, rewards);
  const intervalAt = (look: RecordedLook, keys: ReadonlySet<string>) =>
    areLooksRandom(manifest) && (look.planned || look.tasks === tasks.length)
      ? repeatedInterval(
          look.critical,
          record.metadata.error_rate,
          asked.requirement !== null,
          figuresOn(partOf(manifest, keys), results, asked, reading),
        )
      : undefined;
  const after = (isOver: boolean, look: RecordedLook | undefined, keys: ReadonlySet<string>) => ({
    isOver,
    interval: isOver && look !== undefined ? intervalAt(look, keys) : undefined,
    runsSaved: isOver ? sumOf(arms.systems, ({ needs }) => sumOf([...needs.values()], (need) => need)) : 0,
    next: isOver ? undefined : open,
    open,
    runsPerTask: arms.runs,
    waiting: isOver ? [] : waitingFor(manifest, arms, rewards, options),
    warnings: [
      ...(reading === 'failed' ? errorsWarning(arms, keys, (scored) => evidenceOn(keys, scored, 'absent')) : []),
      ...unchanged.warnings,
      ...(isOver ? [] : unequalWarnings(manifest, arms, rewards)),
      ...unusedWarning(manifest, rewards, keys, isOver),
    ],
  });
  if (own === undefined) {
    const verdict = last?.verdict ?? 'continue';
    const isOver = isFinal || (verdict !== 'continue' && options.futility !== false);
    const evidence = looks.length === 0 ? undefined : evidenceOn(counted);
    return { ...unchanged, verdict: isOver ? verdict : 'continue', evidence, ...after(isOver, last, counted) };
  }
  if (known === undefined) refuseGuess(asked, options);
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
  const made = recordedQuestion(newRecord, asked)?.looks ?? [];
  return {
    ...unchanged,
    verdict,
    record: newRecord,
    isNew: true,
    looks: made,
    evidence,
    chanceLeft,
    isTooCoarse,
    ...after(verdict !== 'continue', made.at(-1), own.keys),
  };
}

function scheduleIn({ methodology: { looks }, metadata }: Manifest) {
  if (looks !== undefined) return looks;
  const isTier = metadata.tier !== undefined;
  const message = isTier ? 'a tier has no planned looks.' : 'the selection has no planned looks.';
  const hint = isTier
    ? 'Use the whole selection, in the parent folder.'
    : 'Add "looks: 5" to the plan and select again. Looks must be planned before you see results.';
  throw new ManifestError([{ code: 'looks/not-planned', message, hint }]);
}

function nameIn(manifest: Manifest, key: string): { readonly benchmark: string; readonly task_id: string } {
  const found = manifest.tasks.find((task) => keyOf(task) === key);
  return { benchmark: found?.benchmark ?? '', task_id: found?.task_id ?? '' };
}

const sameReward = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((value, i) => Math.abs(value - (b[i] ?? Number.NaN)) < 1e-9);

/** Throws ResultsError if results that an earlier look counted are missing or have changed. */
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
      const message = `look ${at + 1} used results on ${countOf(names.length, 'task')} that ${what}: ${namesOf(names)}.`;
      const hasErrors = added.some((task) =>
        systems.some(({ results }) => (results.get(keyOf(task))?.unscored ?? 0) > 0),
      );
      const hint =
        hasErrors && !errorsFail
          ? `Some runs of these tasks errored. If look ${at + 1} counted them as failed, use --errors-fail again.`
          : 'Give the same results again, plus those on the new tasks. A verdict can’t use results that were replaced or repeated after a look.';
      if (names.length > 0) faults.push({ code, message, hint });
    };
    refuse('looks/shrunk', 'are now missing', (task) => !rewards.has(keyOf(task)));
    refuse('looks/changed', 'have changed since', (task) => {
      const now = rewards.get(keyOf(task));
      return now !== undefined && !sameReward(now, task.rewards);
    });
  }
  if (faults.length > 0) throw new ResultsError(faults);
}

/** This many equal results can't be a coincidence. */
const renamedFrom = 10;

/** Throws ResultsError if these results were looked at under other names. */
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
  if (asked.requirement !== null && same.system === asked.baseline && same.baseline === asked.system)
    throw turned(same);
  const names = [same.system, same.baseline].flatMap((name) => (name === null ? [] : [`"${name}"`]));
  const message = `an earlier look used these results under the name${names.length === 1 ? '' : 's'} ${names.join(' and ')}.`;
  const hint = 'Use the earlier names, so that the earlier looks count: --name EARLIER-NAME=PRESENT-NAME.';
  throw new ResultsError([{ code: 'looks/renamed', message, hint }]);
}

/** The error that a requirement has the recorded systems in the other direction. */
function turned({ system, baseline, requirement }: RecordedQuestion): ResultsError {
  const { relation = '>=', limit = 0 } = requirement ?? {};
  const opposite = relation.startsWith('>') ? relation.replace('>', '<') : relation.replace('<', '>');
  const message = `the recorded question about these systems is "${system} - ${baseline} ${relation} ${limit}", and a requirement can't change its direction.`;
  const hint = `To look again, use --require '${system} - ${baseline} ${relation} ${limit}'. Your requirement in the recorded direction is '${system} - ${baseline} ${opposite} ${limit === 0 ? 0 : -limit}', which counts as another question.`;
  return new ResultsError([{ code: 'looks/renamed', message, hint }]);
}

/** Whether a verdict is final; a stop for futility is not. */
function isDecision(verdict: LookVerdict, isLast: boolean): boolean {
  return isLast || decisions.includes(verdict);
}

/** The tasks of the next look that the results allow, if any. */
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
      const message = `only ${countOf(more, 'task')} in the next look ${more === 1 ? 'has' : 'have'} results. The tasks that finish first are not a random part of the look, so a level can’t be judged yet.`;
      const hint = 'Run the whole tier, and leave out --now.';
      throw new ResultsError([{ code: 'looks/half-run', message, hint }]);
    }
    return { keys: new Set(rewards.keys()), isPlanned: false };
  }
  return planned.size > counted.size && hasAll(planned) ? { keys: planned, isPlanned: true } : undefined;
}

export function populationOf(manifest: Manifest): number {
  return sampleOf(manifest, new Set(manifest.benchmarks.map(({ name }) => name))).population;
}
