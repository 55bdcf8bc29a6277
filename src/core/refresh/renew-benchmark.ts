import { type BenchmarkSelection, eligibleIds } from '../model/selection.js';
import type { PriorRewards } from '../model/task.js';
import { type ConfigurationOutcomes, taskKey } from '../outcomes/match-outcomes.js';
import { taskResult } from '../outcomes/task-result.js';
import { purposeOf } from '../purposes/purposes.js';
import { mean } from '../statistics/summary.js';
import { compareText, countOf, namesOf, visibleText } from '../text/words.js';
import type { Refresh } from './refresh.js';

/** The action for a benchmark, and the reason for no larger one. */
export interface Renewal extends Benchmark {
  /** The newer systems that the new version learns from. */
  readonly newer: readonly string[];
  /** Whether the plan must name the systems, because its results also contain other systems. */
  readonly namesSystems: boolean;
  /** For a ranked selection: the tasks of the previous version, and the maximum number of new tasks. */
  readonly keep: { readonly tasks: readonly string[]; readonly newAtMost: number } | undefined;
}

type Benchmark = Refresh['benchmarks'][number];

interface RenewalOf {
  readonly benchmark: BenchmarkSelection;
  /** The ids of the previous version. */
  readonly former: readonly string[];
  /** The ids to remove. */
  readonly unsound: ReadonlySet<string>;
  /** Ordinary systems in the order of the results; the last is the newest. */
  readonly systems: readonly ConfigurationOutcomes[];
  readonly hasOthers: boolean;
  /** Why a new version is not allowed; undefined if it is. */
  readonly onlyReplace: string | undefined;
}

/** Results that score at least this share of the pool are full results. */
const fullShare = 0.95;
/**
 * A ranking uses this many of the latest systems. It swaps at most this share of its tasks, unless all of these systems
 * are newer: on nine date splits of a leaderboard, choosing without a limit then ranked best in eight.
 */
const lastSystems = 20;
const mostSwapped = 0.2;

export function renewBenchmark(of: RenewalOf): Renewal {
  const { benchmark, former, unsound, systems, hasOthers, onlyReplace } = of;
  const { plan, priorSystems, priorRewards = new Map() } = benchmark;
  const { purpose } = plan.select;
  const saturated = saturation(of);
  const none = { benchmark: plan.name, action: 'keep', systems: [], newer: [], namesSystems: false, keep: undefined };
  // The next task in rank takes a vacant place; the remaining tasks are not reranked.
  const isRanked = purpose !== undefined && purposeOf(purpose).renewal === 'swap';
  const stay = isRanked && former.some((id) => unsound.has(id)) ? { tasks: former, newAtMost: 0 } : undefined;
  const keep = (why: string): Renewal => {
    return { ...none, action: 'keep', why: `${stays(of, saturated)}${why}`, keep: stay, ...saturated };
  };
  if (purpose === undefined) return keep('The plan has no purpose, so results don’t change anything else.');
  if (onlyReplace !== undefined) return keep(onlyReplace);
  const pool = eligibleIds(benchmark).filter((id) => !unsound.has(id));
  const isNew = ({ name, byTask }: ConfigurationOutcomes) =>
    !priorSystems.includes(name) && !isKnown(byTask, plan.name, pool, priorRewards);
  const shareOf = ({ byTask }: ConfigurationOutcomes) =>
    pool.filter((id) => rewardsOf(byTask, plan.name, id).length > 0).length / pool.length;
  const unseen = systems.filter(isNew).filter((system) => shareOf(system) > 0);
  const newer = unseen.filter((system) => shareOf(system) >= fullShare).map(({ name }) => name);
  if (unseen.length === 0) return keep('The plan has already learned from every system in the results.');
  if (newer.length === 0) {
    const best = Math.max(...unseen.map(shareOf));
    return keep(
      `Results of newer systems cover at most ${percent(best)} of the pool. A new version needs ${percent(fullShare)}, because results on the selected tasks say nothing about the rest.`,
    );
  }
  const shown = newer.map((name) => visibleText(name, 60));
  if (purposeOf(purpose).renewal === 'draw') {
    const namesSystems = hasOthers || unseen.length > newer.length || (plan.prior?.configurations.length ?? 0) > 0;
    const why = `${stays(of, saturated)}Full results from ${countOf(newer.length, 'newer system')} (${namesOf(shown)}) make it possible to draw a new version, which starts a new series.`;
    return { ...none, action: 'draw', why, systems: [...priorSystems, ...newer], newer, namesSystems, ...saturated };
  }
  const full = earlierInOrder(plan.prior?.configurations ?? [], priorRewards, pool);
  const last = [...full, ...newer].slice(-lastSystems);
  const used = newer.filter((name) => last.includes(name));
  if (last.length === priorSystems.length && last.every((name) => priorSystems.includes(name)))
    return keep('The plan has already learned from the latest systems with full results.');
  const isFree = used.length >= lastSystems;
  const newAtMost = isFree ? former.length : Math.floor(mostSwapped * former.length);
  const limit = isFree
    ? 'and all tasks are chosen again, because all of these systems are newer'
    : `and at most ${newAtMost} of ${former.length} are swapped, those that gain the most (with ${lastSystems} newer systems, there is no limit)`;
  return {
    ...none,
    action: 'swap',
    why: `There are full results from ${countOf(newer.length, 'newer system')} (${namesOf(shown)}). Tasks are reranked by the latest ${countOf(last.length, 'system')}, ${limit}.`,
    systems: last,
    newer: used,
    namesSystems: true,
    keep: { tasks: former, newAtMost },
    ...saturated,
  };
}

/** The earlier systems with full results, newest last: in the plan's order, or by strength if the plan lists none. */
function earlierInOrder(listed: readonly string[], rewards: PriorRewards, pool: readonly string[]): readonly string[] {
  const found = [...rewards].map(([name, byTask]) => {
    const own = pool.map((id) => byTask.get(id) ?? []).filter(({ length }) => length > 0);
    return { name, share: own.length / pool.length, strength: own.length === 0 ? 0 : mean(own.map(mean)) };
  });
  const place = new Map(listed.map((name, i) => [name, i]));
  return found
    .filter(({ share }) => share >= fullShare)
    .map(({ name, strength }) => ({ name, order: place.get(name) ?? strength }))
    .sort((a, b) => a.order - b.order || compareText(a.name, b.name))
    .map(({ name }) => name);
}

/** Explains that tasks of a sample stay although every system solves them, or none does. */
function stays({ benchmark }: RenewalOf, { solvedByAll, solvedByNone }: Saturation): string {
  if (benchmark.kind !== 'representative' || solvedByAll + solvedByNone === 0) return '';
  const all = `${countOf(solvedByAll, 'task')} solved by every system and ${solvedByNone} solved by none`;
  return `${all} stay, because a sample without them would no longer represent the pool. `;
}

type Saturation = ReturnType<typeof saturation>;

function saturation({ benchmark: { plan }, former, systems }: RenewalOf) {
  const rates = former.flatMap((id) => {
    const own = systems.map(({ byTask }) => rewardsOf(byTask, plan.name, id)).filter(({ length }) => length > 0);
    return own.length < 2 ? [] : [mean(own.map(mean))];
  });
  return {
    solvedByAll: rates.filter((rate) => rate === 1).length,
    solvedByNone: rates.filter((rate) => rate === 0).length,
  };
}

function rewardsOf(byTask: ConfigurationOutcomes['byTask'], benchmark: string, id: string): readonly number[] {
  return taskResult(byTask.get(taskKey({ benchmark, id }))).rewards;
}

/** Whether an earlier system has identical results under another name. */
function isKnown(
  byTask: ConfigurationOutcomes['byTask'],
  benchmark: string,
  pool: readonly string[],
  known: PriorRewards,
): boolean {
  const text = (rewards: (id: string) => readonly number[]) => pool.map((id) => rewards(id).join(' ')).join('\n');
  const own = text((id) => rewardsOf(byTask, benchmark, id));
  return [...known.values()].some((earlier) => text((id) => earlier.get(id) ?? []) === own);
}

function percent(share: number): string {
  return `${Math.floor(100 * share)}%`;
}
