import { componentKindOf } from '../../components/component-kinds.js';
import { groupBy } from '../../lists/lists.js';
import type { BenchmarkPlan, Plan } from '../../model/plan.js';
import { groupFields, type ShareRule } from '../../model/select-rule.js';
import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import { learnedFields, priorFields } from '../../model/task.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import type { TaskResult } from '../../outcomes/task-result.js';
import { groupKey } from '../../select/group-tasks.js';
import { shareDesignOf } from '../../shares/shares.js';
import { pearson } from '../../statistics/correlation.js';
import { mean } from '../../statistics/summary.js';
import { compareText, countOf, joinWords } from '../../text/words.js';
import type { ConfigurationResults } from '../question/pool-results.js';
import type { FidelityScope, NearDuplicates, NotJudged } from './fidelity.js';

/** The systems that can judge one benchmark's part of the selection. */
export interface Witnesses {
  readonly systems: readonly ConfigurationResults[];
  readonly leftOut: FidelityScope['leftOut'];
  readonly notes: readonly string[];
}

/** A system can judge the pool only if it has results on at least this share of the unselected tasks. */
const leastBeyond = 0.25;

/** The systems with results on both selected and unselected tasks, except systems that the plan learned from. */
export function witnessesOf(
  { plan }: Selection,
  benchmark: BenchmarkSelection,
  systems: readonly ConfigurationResults[],
  duplicates: ReadonlyMap<string, ReadonlySet<string>>,
  passAt: number,
): Witnesses | Omit<NotJudged, 'benchmark'> {
  const { name } = benchmark.plan;
  const eligible = benchmark.groups.flatMap(({ ranking }) => ranking.map(taskKey));
  const chosen = new Set(benchmark.choices.map(({ task }) => taskKey(task)));
  const others = eligible.filter((key) => !chosen.has(key));
  const counts = systems
    .map((system) => ({ system, own: scoredOf(system, chosen), beyond: scoredOf(system, others) }))
    .filter(({ own, beyond }) => own + beyond > 0);
  const why = whyNotJudged(counts, others.length);
  if (why !== undefined) return why;
  const isWide = ({ beyond }: { readonly beyond: number }) => beyond >= leastBeyond * others.length;
  const wide = counts.filter((each) => isWide(each) && each.own > 0).map(({ system }) => system);
  const tooFew = counts.flatMap((each) => {
    const few = `it has results on only ${each.beyond} of the ${others.length} unselected tasks.`;
    return isWide(each) ? [] : [`${name}: skipped ${each.system.name}, because ${few}`];
  });
  const learned = learnedFrom(plan, benchmark.plan);
  if (learned === undefined) return { systems: wide, leftOut: [], notes: tooFew };
  const leftOut = learnedSystems(benchmark, wide, duplicates, passAt);
  const out = new Set(leftOut.map(({ system }) => system));
  const left = wide.filter((system) => !out.has(system.name));
  if (left.length === 0) {
    const fitted = `the plan ${learned} and learned from all of these systems, or their near-duplicates. A selection fitted to these results agrees with them by design.`;
    return { why: fitted, resultsFallShort: true };
  }
  return { systems: left, leftOut, notes: [...tooFew, ...learnedNotes(benchmark, learned, leftOut)] };
}

function scoredOf({ byTask }: ConfigurationResults, keys: Iterable<string>): number {
  return [...keys].filter((key) => byTask.get(key)?.state === 'scored').length;
}

function whyNotJudged(
  counts: readonly { readonly own: number; readonly beyond: number }[],
  others: number,
): Omit<NotJudged, 'benchmark'> | undefined {
  const because = (why: string, resultsFallShort: boolean) => ({ why, resultsFallShort });
  if (others === 0) return because('every eligible task is selected, so there is nothing to estimate.', false);
  if (counts.length === 0) return because('no system has results on its tasks.', false);
  const most = Math.max(...counts.map(({ beyond }) => beyond));
  if (most === 0) return because('no system has results on unselected tasks.', true);
  if (most < leastBeyond * others) {
    const why = `no system has results on a quarter of the ${countOf(others, 'unselected task')} (the most is ${most}), so the rates don't describe the pool.`;
    return because(why, true);
  }
  const isJudge = counts.some(({ own, beyond }) => own > 0 && beyond >= leastBeyond * others);
  return isJudge ? undefined : because('no system has results on both selected and unselected tasks.', true);
}

/** The systems that the plan learned from, possibly under other names, and their near-duplicates. */
function learnedSystems(
  { plan, priorSystems, priorRewards }: BenchmarkSelection,
  systems: readonly ConfigurationResults[],
  duplicates: ReadonlyMap<string, ReadonlySet<string>>,
  passAt: number,
): FidelityScope['leftOut'] {
  const earlier = [...(priorRewards ?? [])].map(([name, byId]) => {
    const byTask = [...byId].map(([id, rewards]) => [taskKey({ benchmark: plan.name, id }), { rewards }] as const);
    return { name, results: { name: `earlier ${name}`, byTask: new Map(byTask) } };
  });
  return systems.flatMap((system) => {
    const because = (why: string) => [{ system: system.name, why }];
    if (priorSystems.includes(system.name)) return because('the plan learned from it');
    const source = [...(duplicates.get(system.name) ?? [])].find((each) => priorSystems.includes(each));
    if (source !== undefined) return because(`near-duplicate of ${source}`);
    const same = earlier.find(({ results }) => findNearDuplicates([results, system], passAt).nearDuplicates.length > 0);
    return same === undefined ? [] : because(`near-duplicate of ${same.name}, which the plan learned from`);
  });
}

function learnedNotes(
  { plan: { name }, priorSystems, priorRewards }: BenchmarkSelection,
  learned: string,
  leftOut: FidelityScope['leftOut'],
): string[] {
  const out = leftOut.map(({ system, why }) => `${system} (${why})`);
  const skipped = out.length === 0 ? '' : ` Left out: ${joinWords(out)}.`;
  const known = new Set(leftOut.map(({ system }) => system));
  // A system whose earlier results are available is recognised under any name.
  const unseen = priorSystems.filter((system) => !known.has(system) && priorRewards?.has(system) !== true);
  const others = `${name}: the plan also learned from ${joinWords(unseen)}. Without their results, Winnow can't detect near-duplicates of them.`;
  return [
    `${name}: the plan ${learned}, so only systems that it did not learn from count. Others would make the figures look too good.${skipped}`,
    ...(unseen.length === 0 ? [] : [others]),
  ];
}

/** If more than this share of results is missing, a note names the group that is missing the most. */
const muchMissing = 0.05;
const leastGroup = 5;

/** Notes on systems with many missing results. They are seldom missing at random, so the worst group is named. */
export function missingNotes(benchmark: BenchmarkSelection, { systems }: Witnesses): string[] {
  const { name, select } = benchmark.plan;
  const tasks = benchmark.groups.flatMap(({ ranking }) => ranking);
  const rule = select.group;
  const groups = rule === undefined ? [] : [...groupBy(tasks, (task) => groupKey(task, rule) ?? '')];
  return systems.flatMap((system) => {
    const missingIn = (members: typeof tasks) =>
      members.filter((task) => system.byTask.get(taskKey(task))?.state !== 'scored').length;
    const missing = missingIn(tasks);
    if (missing < muchMissing * tasks.length) return [];
    const [worst] = groups
      .filter(([, members]) => members.length >= leastGroup)
      .map(([key, members]) => ({ key, size: members.length, missing: missingIn(members) }))
      .sort((a, b) => b.missing / b.size - a.missing / a.size || b.size - a.size);
    const most =
      worst === undefined || worst.missing === 0
        ? ''
        : `, most often in ${rule?.by} ${worst.key} (${worst.missing} of ${worst.size})`;
    return [`${name}: ${system.name} is missing results on ${missing} of ${countOf(tasks.length, 'task')}${most}.`];
  });
}

const fromPrior = new Set([...priorFields, ...learnedFields].map(({ name }) => name));

/** How the choice of a benchmark's tasks depends on earlier results; undefined if it doesn't. */
export function learnedFrom({ total }: Plan, benchmark: BenchmarkPlan): string | undefined {
  const { select } = benchmark;
  if (select.purpose !== undefined) return `selects based on earlier results (purpose: ${select.purpose.name})`;
  const uses = (fields: readonly string[]) =>
    fields.flatMap((field) => fieldsBehind(field, benchmark, new Set())).find((field) => fromPrior.has(field));
  const ways: readonly (readonly [string, string | undefined])[] = [
    ['groups by', uses(select.group === undefined ? [] : groupFields(select.group))],
    ['draws by', uses(select.draw?.by ?? [])],
    ['prefers tasks by', uses(select.prefer.map(({ field }) => field))],
    ['filters by', uses((select.where ?? []).map(({ field }) => field))],
    ['ensures tasks by', uses(select.ensure.flatMap(({ by, prefer }) => [by, ...prefer.map(({ field }) => field)]))],
    ['shares places by', learnedByShare(select.group)],
    ['sets the number of tasks by', learnedByShare(select.takesShare ? total?.share : undefined)],
  ];
  return ways.find(([, source]) => source !== undefined)?.join(' ');
}

function learnedByShare(rule: ShareRule | undefined): string | undefined {
  const from = rule && shareDesignOf(rule).learnsFrom(rule);
  return from === undefined ? undefined : `${from} (${rule?.share})`;
}

function fieldsBehind(field: string, benchmark: BenchmarkPlan, seen: Set<string>): readonly string[] {
  if (seen.has(field)) return [];
  seen.add(field);
  const { components, phase, declarations, corrections } = benchmark;
  const parts = [
    ...(field === 'score' ? [...components.values()].flatMap((rule) => componentKindOf(rule).fields(rule)) : []),
    ...(field === 'phase' ? [phase.by] : []),
    ...[...declarations, ...corrections].filter((rule) => rule.field === field).map(({ by }) => by),
  ].filter((part) => part !== undefined);
  return [field, ...parts.flatMap((part) => fieldsBehind(part, benchmark, seen))];
}

/** Two systems with a higher correlation count as one: the same runs under two names, or a regrade. */
const duplicateAbove = 0.85;

/** With fewer common tasks, a high correlation may be chance. */
const leastCommon = 20;

type RewardedSystem = { readonly name: string; readonly byTask: ReadonlyMap<string, Pick<TaskResult, 'rewards'>> };

/** Pairs of systems with nearly the same results. `incomparable` counts pairs with too few common tasks. */
export function findNearDuplicates(systems: readonly RewardedSystem[], passAt: number) {
  const tried = systems
    .map(({ name, byTask }) => ({ name, trials: trialsOf(byTask, passAt) }))
    .sort((a, b) => compareText(a.name, b.name));
  const nearDuplicates: NearDuplicates[] = [];
  let incomparable = 0;
  for (const [i, one] of tried.entries()) {
    for (const other of tried.slice(i + 1)) {
      const keys = [...one.trials.keys()].filter((key) => other.trials.has(key));
      const trials = ({ trials: own }: typeof one) => keys.flatMap((key) => own.get(key) ?? []);
      const likeness = keys.length < leastCommon ? undefined : likenessOf(trials(one), trials(other));
      if (keys.length < leastCommon) incomparable += 1;
      if (likeness !== undefined) nearDuplicates.push({ systems: [one.name, other.name], ...likeness });
    }
  }
  return { nearDuplicates, incomparable };
}

type Trial = { readonly passed: boolean; readonly reward: number };

/** A system's result on each scored task. It passes if at least half of its attempts do. */
function trialsOf(byTask: RewardedSystem['byTask'], passAt: number): ReadonlyMap<string, Trial> {
  const scored = [...byTask].filter(([, { rewards }]) => rewards.length > 0);
  return new Map(
    scored.map(([key, { rewards }]) => {
      const passes = rewards.filter((reward) => reward >= passAt).length;
      return [key, { passed: 2 * passes >= rewards.length, reward: mean(rewards) }];
    }),
  );
}

function likenessOf(one: readonly Trial[], other: readonly Trial[]): Omit<NearDuplicates, 'systems'> | undefined {
  const correlationOf = (numberOf: (trial: Trial) => number) => pearson(one.map(numberOf), other.map(numberOf)) ?? 0;
  const phi = correlationOf(({ passed }) => Number(passed));
  if (phi <= duplicateAbove || correlationOf(({ reward }) => reward) <= duplicateAbove) return undefined;
  const discordantTasks = one.filter(({ passed }, i) => passed !== other[i]?.passed).length;
  return { phi, commonTasks: one.length, discordantTasks };
}

/** Maps each system to its near-duplicates, direct and indirect, including itself. */
export function duplicatesOf(names: readonly string[], pairs: readonly NearDuplicates[]): Map<string, Set<string>> {
  const groups = new Map(names.map((name) => [name, new Set([name])]));
  for (const { systems } of pairs) {
    const [one, other] = systems.map((name) => groups.get(name));
    if (one === undefined || other === undefined || one === other) continue;
    for (const name of other) {
      one.add(name);
      groups.set(name, one);
    }
  }
  return groups;
}

export function duplicateNotes({ nearDuplicates, incomparable }: ReturnType<typeof findNearDuplicates>): string[] {
  const few = `${countOf(incomparable, 'pair')} of systems ${incomparable === 1 ? 'has' : 'have'} fewer than ${leastCommon} tasks in common, too few to detect near-duplicates.`;
  return [
    ...nearDuplicates.map(
      ({ systems, phi, commonTasks, discordantTasks }) =>
        `${systems.join(' and ')} are near-duplicates (phi ${phi.toFixed(2)}; they differ on ${discordantTasks} of ${countOf(commonTasks, 'common task')}), so they count as one system. Winnow uses the one with more results, or the first by name.`,
    ),
    ...(incomparable === 0 ? [] : [few]),
  ];
}
