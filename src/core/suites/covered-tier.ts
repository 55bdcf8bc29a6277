import { at, smallest } from '../lists/lists.js';
import { WinnowError } from '../model/errors.js';
import type { Plan } from '../model/plan.js';
import type { Selection } from '../model/selection.js';
import type { PriorRewards } from '../model/task.js';
import { type MatchedOutcomes, taskKey } from '../outcomes/match-outcomes.js';
import { namesInPool, type RunPart } from '../outcomes/task-index.js';
import { quotedWord } from '../text/words.js';

/** By `taskKey`. */
export interface TierTasks {
  /** Undefined for the whole selection and for the whole pool. */
  readonly tier: string | undefined;
  readonly tasks: ReadonlySet<string>;
  /** Whether these are all tasks that could be selected. */
  readonly isPool: boolean;
}

export interface CoveredTier {
  readonly covered: TierTasks;
  /** The system with results on the fewest tasks of the tier, and their number. */
  readonly fewest: { readonly system: string; readonly tasks: number };
  /** The largest tier on which no system lacks a result; undefined if there is none. */
  readonly complete: TierTasks | undefined;
}

/** A run may lose some tasks, but with less than this share it is not a run of the tier or of the pool. */
const enoughOfTier = 0.8;

/** With results on this share of the pool, a level from all of them may be better than one from a random sample. */
const mostOfPool = 0.5;

/** Whether a plan's tiers can be selected quickly enough to match results with each; optimised tiers can't. */
export function hasTiersToRun({ tiers, benchmarks }: Plan): boolean {
  return tiers !== undefined && benchmarks.every(({ select }) => select.optimise === undefined);
}

export type RunTier = (plan: Plan, tier: string | undefined) => Selection;

function tiersOf(plan: Plan, run: RunTier): readonly Selection[] {
  const names = [...(plan.tiers ?? [])].sort(([, a], [, b]) => a - b).map(([name]) => name);
  const whole = run(plan, undefined);
  return [...names.map((tier) => run(plan, tier)), whole];
}

export interface TiersOfResults<Tier> {
  /** The basis of differences: the tier that every system covers; undefined if no selected task has a result. */
  readonly common: Tier | undefined;
  readonly found: CoveredTier | undefined;
  /** The basis of each level: the tier that the system's results cover, independently of other systems. */
  readonly own: ReadonlyMap<string, { readonly tier: Tier; readonly found: CoveredTier }>;
}

/** The tiers that results cover, together and by system. `tiersFor` gives the options, each a subset of the next. */
export function tiersOfResults<Tier>(
  systems: ReadonlyMap<string, ReadonlySet<string>>,
  tiersFor: (systems: ReadonlyMap<string, ReadonlySet<string>>) => readonly (readonly [Tier, TierTasks])[],
): TiersOfResults<Tier> {
  const of = (some: ReadonlyMap<string, ReadonlySet<string>>) => {
    const choices = tiersFor(some);
    const tasks = choices.map(([, each]) => each);
    const found = coveredTier(tasks, some);
    const tier = found && choices[tasks.indexOf(found.covered)]?.[0];
    return { tier, found };
  };
  const { tier: common, found } = of(systems);
  const own = [...systems].flatMap(([name, tasks]) => {
    const { tier, found: covered } = of(new Map([[name, tasks]]));
    return tier === undefined || covered === undefined ? [] : [[name, { tier, found: covered }] as const];
  });
  return { common, found, own: new Map(own) };
}

/** The selections that results cover: tiers of a plan, or every task if they cover the pool. */
export function selectionsOfResults(plan: Plan, run: RunTier, matched: MatchedOutcomes) {
  const selected = tiersOf(plan, run).map((each) => [each, tierTasks(each, false)] as const);
  const [whole, { tasks }] = at(selected, selected.length - 1);
  const known = new Map<string, readonly [Selection, TierTasks]>();
  const once = (name: string, select: () => Selection) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const selection = select();
    const made = [selection, tierTasks(selection, name === 'pool')] as const;
    known.set(name, made);
    return made;
  };
  const ofSize = (size: number) => {
    try {
      return [once(String(size), () => run(plan, String(size)))];
    } catch (error) {
      // The plan's rules may need more tasks than this.
      if (error instanceof WinnowError) return [];
      throw error;
    }
  };
  const found = tiersOfResults(systemsIn(matched), (systems) => {
    const ran = [...systems.values()];
    // Only a sample can become exact with every task; ranking every task is meaningless.
    const isExact =
      whole.kind === 'representative' && ran.every(({ size }) => size >= enoughOfTier * eligibleIn(whole));
    const size = smallest(ran.map((own) => shared(tasks, own)));
    const after = selected.findIndex(([{ choices }]) => choices.length >= size);
    const isOther = size > 0 && selected[after]?.[0].choices.length !== size;
    const other = isOther ? ofSize(size) : [];
    const isRun = other.every(([, tier]) => ran.every((own) => shared(tier.tasks, own) === size));
    return [
      ...selected.toSpliced(after, 0, ...(isRun ? other : [])),
      ...(isExact ? [once('pool', () => run(everyTask(plan, whole), undefined))] : []),
    ];
  });
  return { ...found, common: found.common ?? whole };
}

/**
 * Systems whose results would give a much more precise level than those on the tier do: they have most of the pool, or the
 * tier itself was not run.
 */
export function mostlyRun(systems: ReadonlyMap<string, ReadonlySet<string>>, { own }: TiersOfResults<Selection>) {
  return [...own].flatMap(([system, { tier, found }]) => {
    const [pool, tasks, used] = [eligibleIn(tier), systems.get(system)?.size ?? 0, found.fewest.tasks];
    const isSample = tier.kind === 'representative' && !found.covered.isPool;
    const isRun = used >= enoughOfTier * tier.choices.length;
    // The variance of a mean of random tasks.
    const isGain = 1 / tasks - 1 / pool <= (1 / used - 1 / pool) / 2;
    return isSample && isGain && (tasks >= mostOfPool * pool || !isRun) && tasks > used
      ? [{ system, tasks, used, pool }]
      : [];
  });
}

/** The tier with this name or size; the size of the whole pool means every task. */
export function namedTier(plan: Plan, run: RunTier, tier: string): Selection {
  const every = planOfPool(plan, run(plan, undefined), tier);
  return every === undefined ? run(plan, tier) : run(every, undefined);
}

/** The plan that takes every task, if the tier is the size of the pool. */
export function planOfPool(plan: Plan, whole: Selection, tier: string): Plan | undefined {
  return whole.kind === 'representative' && tier === String(eligibleIn(whole)) ? everyTask(plan, whole) : undefined;
}

/** The parts of the pool that a run may be limited to: the named tier, or otherwise any tier, or the pool if it is one. */
export function runParts(plan: Plan, run: RunTier, tier?: string): readonly RunPart[] {
  if (tier !== undefined) return [runPart(namedTier(plan, run, tier), undefined)];
  const tiers = tiersOf(plan, run);
  const whole = at(tiers, 0);
  const all = whole.kind === 'representative' ? eligibleIn(whole) : undefined;
  const parts = tiers.map((each) => runPart(each, tierHint(each.tier?.name ?? String(each.choices.length), all)));
  const names = namesInPool(whole);
  if (names.length !== all) return parts;
  const hint = `To count the others as failed, add --tier ${all}.`;
  return [...parts, { name: 'the pool', tasks: new Set(names.map(taskKey)), hint }];
}

/** @param all The size that selects every task; undefined if none does. */
export function tierHint(tier: string, all: number | undefined): string {
  const only = `If only these tasks were run, add --tier ${quotedWord(tier)}.`;
  return all === undefined
    ? `${only} Otherwise, give a report that lists every task that was run.`
    : `${only} If all ${all} were, add --tier ${all}. A report that lists every task needs neither.`;
}

function runPart(selection: Selection, hint: string | undefined): RunPart {
  const { tier, tasks } = tierTasks(selection, false);
  return { name: tier === undefined ? 'the whole selection' : `the tier "${tier}"`, tasks, hint };
}

/**
 * The parts for a command without --tier: the tiers, or only the selection if they can't be selected quickly. If the plan
 * has no tiers, a run of only selected tasks was limited to the selection.
 * @param needs What the command needs instead, as a sentence.
 */
export function selectedParts(plan: Plan, selection: Selection, run?: RunTier, needs?: string): readonly RunPart[] {
  const hint = plan.tiers && [needs, 'Give a report that lists every task that was run.'].filter(Boolean).join(' ');
  const parts = run !== undefined && hasTiersToRun(plan) ? tiersOf(plan, run) : [selection];
  return parts.map((part) => runPart(part, hint));
}

function eligibleIn({ benchmarks }: Selection): number {
  return benchmarks.reduce((sum, benchmark) => sum + benchmark.eligible, 0);
}

function everyTask(plan: Plan, { benchmarks }: Selection): Plan {
  const sizes = new Map(benchmarks.map(({ plan: { name }, eligible }) => [name, eligible]));
  return {
    ...plan,
    looks: undefined,
    benchmarks: plan.benchmarks.map((benchmark) => ({
      ...benchmark,
      select: { ...benchmark.select, take: sizes.get(benchmark.name) ?? benchmark.select.take },
    })),
  };
}

function tierTasks({ tier, choices }: Selection, isPool: boolean): TierTasks {
  return { tier: tier?.name, tasks: new Set(choices.map(({ task }) => taskKey(task))), isPool };
}

/** The tasks that each system has a result on; errors count. */
export function systemsIn({ configurations }: MatchedOutcomes): ReadonlyMap<string, ReadonlySet<string>> {
  const keysOf = (byTask: MatchedOutcomes['configurations'][number]['byTask']) =>
    [...byTask].flatMap(([key, runs]) => (runs.every(({ status }) => status === 'not-run') ? [] : [key]));
  return new Map(configurations.map(({ name, byTask }) => [name, new Set(keysOf(byTask))]));
}

/**
 * The tier that results cover: the largest of which every system ran at least 80%, the pool included. A smaller tier
 * without missing results is preferred if it has at least 80% of these results, because results are seldom missing at
 * random. Without such a tier, the smallest that contains all selected tasks with results. Undefined if no task of any
 * tier has a result.
 * @param tiers Each a subset of the next.
 * @param systems The tasks that each system has a result on; errors count.
 */
export function coveredTier(
  tiers: readonly TierTasks[],
  systems: ReadonlyMap<string, ReadonlySet<string>>,
): CoveredTier | undefined {
  const fewestIn = ({ tasks }: TierTasks) =>
    [...systems].map(([system, own]) => ({ system, tasks: shared(tasks, own) })).sort((a, b) => a.tasks - b.tasks)[0];
  const ranIn = (tier: TierTasks) => fewestIn(tier)?.tasks ?? 0;
  const selected = tiers.filter(({ isPool }) => !isPool);
  const complete = tiers.findLast((tier) => tier.tasks.size > 0 && ranIn(tier) === tier.tasks.size);
  const run = tiers.findLast((tier) => tier.tasks.size > 0 && ranIn(tier) >= enoughOfTier * tier.tasks.size);
  const isEnough = run && complete && complete.tasks.size >= enoughOfTier * ranIn(run);
  const found = new Set([...systems.values()].flatMap((own) => [...own]));
  const most = Math.max(1, ...selected.map(({ tasks }) => shared(tasks, found)));
  const covered = (isEnough ? complete : run) ?? selected.find(({ tasks }) => shared(tasks, found) === most);
  const fewest = covered && fewestIn(covered);
  return covered && fewest && { covered, fewest, complete };
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const key of one) if (other.has(key)) count += 1;
  return count;
}

/** On fewer tasks, two systems in our tables often agree by chance: 1% of them at 50 tasks, 16% at 25. */
const fewestTasks = 40;
const fewestOfEach = 3;

/** Systems with exactly an earlier system's results on all their tasks, at least forty. Rewards are by task id. */
export function sameResults(rewards: ReadonlyMap<string, ReadonlyMap<string, number>>, prior: PriorRewards) {
  return [...rewards].flatMap(([system, own]) => {
    const passes = [...own.values()].filter((reward) => reward === 1).length;
    const enough = own.size >= fewestTasks && passes >= fewestOfEach && own.size - passes >= fewestOfEach;
    if (!enough) return [];
    const same = [...prior].find(([, earlier]) => isSame(own, earlier));
    return same === undefined ? [] : [{ system, earlier: same[0], tasks: own.size }];
  });
}

function isSame(own: ReadonlyMap<string, number>, earlier: ReadonlyMap<string, readonly number[]>): boolean {
  for (const [id, reward] of own) {
    const [first, ...more] = earlier.get(id) ?? [];
    if (first !== reward || more.length > 0) return false;
  }
  return true;
}
