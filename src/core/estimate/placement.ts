import { type DataOf, entry, figure, later, list, maybe, number, orNull, text } from '../documents/forms.js';
import type { Manifest } from '../manifest/manifest.js';
import { voteOf } from '../outcomes/task-result.js';
import { compareText, countOf, inPoints, visibleText } from '../text/words.js';
import type { TaskRuns } from './estimate-mean.js';
import type { ConfigurationEstimate } from './pool-estimate.js';

export function placementForm() {
  const neighbour = entry({ name: text(), level: figure() });
  return entry({
    systems: number('Earlier systems with a result on every task in the pool.'),
    unranked: later(
      number('Earlier systems without results on some tasks, which have no exact level and are not ranked.'),
    ),
    voted: maybe(
      later(figure('The level that is ranked: by majority vote of the runs of each task, like the earlier results.')),
    ),
    rank: number('1 if no earlier system has a higher level than the estimate.'),
    best: number('The rank at the upper end of the interval.'),
    worst: number('The rank at the lower end of the interval.'),
    above: orNull(neighbour, 'The earlier system just above the estimate; null if there is none.'),
    below: orNull(neighbour, 'The earlier system just below the estimate, or equal to it; null if there is none.'),
    levels: list(neighbour, 'The level of each earlier system on the pool, highest first.'),
  });
}

export type Placement = DataOf<typeof placementForm>;

export interface EarlierLevels extends Pick<Placement, 'levels' | 'unranked'> {
  /** Whether every level is a number of passed tasks, so that mean rewards can't be ranked among them. */
  readonly arePasses?: boolean;
}

/**
 * The level of each earlier system with results on every task. Empty if the selection has several benchmarks or was not
 * learned from results, or if no earlier system ran every task.
 */
export function earlierLevels({ benchmarks }: Pick<Manifest, 'benchmarks'>): EarlierLevels {
  const [benchmark, ...more] = benchmarks;
  if (benchmark === undefined || more.length > 0) return { levels: [], unranked: 0 };
  const levels = Object.entries(benchmark.learned?.levels ?? {})
    .map(([name, level]) => ({ name, level }))
    .sort((a, b) => b.level - a.level || compareText(a.name, b.name));
  const passed = levels.map(({ level }) => level * benchmark.eligible);
  // Levels have six decimals.
  const arePasses = passed.every((count) => Math.abs(count - Math.round(count)) <= benchmark.eligible * 1e-6);
  return { levels, unranked: Math.max(0, benchmark.prior_systems.length - levels.length), arePasses };
}

/** The code of the warning that earlier results are majority votes over several runs of a task. */
export const earlierVotes = 'earlier-votes';

/** The majority vote of each task's runs, as one run. */
export function votesOf(tasks: readonly TaskRuns[]): TaskRuns[] {
  return tasks.map(({ task, sides }) => ({
    task,
    sides: sides.map((runs) => (runs.length === 0 ? [] : [voteOf(runs)])),
  }));
}

/** A name without case and punctuation, in which runners and leaderboards differ. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Half of the sixth decimal, to which earlier levels are rounded, and a little for the rounding of sums. */
const equal = 0.5e-6 + 1e-9;

/** Ranks a level and the ends of its interval among earlier systems, except the system itself. */
export function placementOf(
  system: string,
  { mean: level, low, high }: { readonly mean: number; readonly low: number; readonly high: number },
  { levels: all, unranked }: EarlierLevels,
  isVoted = false,
): Placement | undefined {
  const levels = all.filter(({ name }) => plainName(name) !== plainName(system));
  if (levels.length === 0) return undefined;
  const rankAt = (at: number) => 1 + levels.filter((each) => each.level > at + equal).length;
  const rank = rankAt(level);
  return {
    systems: levels.length,
    unranked,
    voted: isVoted ? level : undefined,
    rank,
    best: rankAt(high),
    worst: rankAt(low),
    above: levels[rank - 2],
    below: levels[rank - 1],
    levels,
  };
}

/**
 * For example "between A (70.8%) and B (72.4%), rank 9 to 16 of 115 including 114 earlier systems"; undefined without a
 * rank.
 */
export function placementWords(system: Pick<ConfigurationEstimate, 'placement' | 'readings'>): string | undefined {
  const mean = system.placement?.voted ?? system.readings[0]?.pool?.mean;
  if (system.placement === undefined || mean === undefined) return undefined;
  const { systems, unranked, voted, best, worst, above, below } = system.placement;
  const beside = [below, above].flatMap((each) => (each === undefined ? [] : [each]));
  const level = beside.filter((each) => inPoints(each.level) === inPoints(mean));
  const names = (level.length > 0 ? level : beside)
    .map((each) => `${visibleText(each.name, 80)} (${inPoints(each.level)}%)`)
    .join(' and ');
  const side = above === undefined ? 'above' : below === undefined ? 'below' : 'between';
  const by =
    voted === undefined ? '' : `by majority vote of the runs, without run-to-run noise (${inPoints(voted)}%): `;
  const where = `${by}${level.length > 0 ? 'equal to' : side} ${names}`;
  return `${where}, rank ${rankRange({ best, worst })} of ${systems + 1} including ${countOf(systems, 'earlier system')}${unrankedWords(unranked)}${ignoresMissing(system) ? ', ignoring missing results' : ''}`;
}

/** Whether the level and rank would be lower with missing results counted as failed. */
export function ignoresMissing({ readings: [first, ifFailed] }: Pick<ConfigurationEstimate, 'readings'>): boolean {
  return ifFailed !== undefined && first?.proven?.isInterval !== true;
}

/** For example " (4 more lack results)"; empty if there are none. */
export function unrankedWords(unranked: number): string {
  return unranked === 0 ? '' : ` (${unranked} more ${unranked === 1 ? 'lacks' : 'lack'} results)`;
}

export function rankRange({ best, worst }: Pick<Placement, 'best' | 'worst'>): string {
  return best === worst ? String(best) : `${best} to ${worst}`;
}
