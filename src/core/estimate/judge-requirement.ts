import { ResultsError } from '../model/errors.js';
import { studentQuantile } from '../statistics/distributions/student-distribution.js';
import { countOf } from '../text/count-of.js';
import { inPoints } from '../text/numbers.js';
import type { DifferenceReading, Estimate, Judgement } from './pool-estimate.js';
import type { Requirement } from './requirement.js';

/** A figure with its interval, and what it would take to shorten it. */
interface Figure {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly tasks: number;
  /** The pool that tasks are drawn from; undefined: its size shrinks nothing. */
  readonly population: number | undefined;
  readonly split: DifferenceReading['split'];
}

/**
 * Judges a requirement by the interval: yes only where all of it holds, no where none of it does, under every reading of
 * what is missing. Without results there is nothing that could hold.
 *
 * @throws ResultsError when it is about two configurations that were not compared.
 */
export function judgeRequirement(requirement: Requirement, estimate: Estimate): Judgement {
  const figures = figuresOf(requirement, estimate);
  const undecided = { tasksNeeded: undefined, repeatsNeeded: undefined };
  if (estimate.kind === 'focus') {
    const why = 'a focus selection has no interval that represents the pool.';
    return { requirement, verdict: 'cannot-tell', why, ...undecided };
  }
  const [first] = figures;
  if (first === undefined || figures.some((figure) => figure === undefined)) {
    return { requirement, verdict: 'cannot-tell', why: 'there are no results to tell by.', ...undecided };
  }
  const known = figures.flatMap((figure) => figure ?? []);
  const verdicts = new Set(known.map((figure) => verdictOf(figure, requirement)));
  const [only = 'cannot-tell', ...others] = verdicts;
  const verdict = others.length === 0 ? only : 'cannot-tell';
  const words = (figure: Figure) => wordsOf(figure, requirement);
  const found = `found ${words(first)}`;
  if (verdict !== 'cannot-tell') return { requirement, verdict, why: `${found}.`, ...undecided };
  if (others.length > 0) {
    const [, failed = first] = known;
    const why = `${found} with what is missing left out, but ${words(failed)} with it counted as failed: run what is missing.`;
    return { requirement, verdict, why, ...undecided };
  }
  const needed = { tasksNeeded: tasksFor(first, requirement), repeatsNeeded: repeatsFor(first, requirement, estimate) };
  return { requirement, verdict, why: `${found}. ${neededWords(needed)}`, ...needed };
}

function figuresOf({ configuration, baseline }: Requirement, estimate: Estimate): readonly (Figure | undefined)[] {
  if (baseline === undefined) {
    const own = estimate.configurations.find(({ name }) => name === configuration);
    return (own?.readings ?? []).map(({ pool }) => {
      if (pool === undefined) return undefined;
      const population = pool.about === 'as-run' ? estimate.population : undefined;
      return { ...pool, population, split: undefined };
    });
  }
  const isPair = (first: string, second: string) =>
    [baseline, configuration].every((name) => [first, second].includes(name));
  const pair = estimate.differences.find(({ first, second }) => isPair(first, second));
  if (pair === undefined) {
    const message = `"${configuration}" was not compared with "${baseline}".`;
    throw new ResultsError([{ code: 'estimate/require', message, hint: `Name it with --baseline "${baseline}".` }]);
  }
  const isTurned = pair.first === configuration;
  return pair.readings.map(({ pool, pairs, split }) => {
    if (pool === undefined) return undefined;
    const ends = isTurned ? { low: -pool.high, high: -pool.low } : { low: pool.low, high: pool.high };
    return { mean: isTurned ? -pool.mean : pool.mean, ...ends, tasks: pairs, population: undefined, split };
  });
}

function verdictOf({ low, high }: Figure, { relation, limit }: Requirement): Judgement['verdict'] {
  const holds = {
    '>=': [low >= limit, high < limit],
    '>': [low > limit, high <= limit],
    '<=': [high <= limit, low > limit],
    '<': [high < limit, low >= limit],
  }[relation];
  const [all, none] = holds;
  return all === true ? 'yes' : none === true ? 'no' : 'cannot-tell';
}

/** An interval grows shorter with the root of the number of tasks; of a pool, with the share that is drawn as well. */
function tasksFor({ mean, low, high, tasks, population }: Figure, { limit }: Requirement): number | undefined {
  const margin = Math.abs(mean - limit);
  const half = (high - low) / 2;
  if (margin < 1e-9 || half === 0) return undefined;
  const left = population === undefined ? 0 : 1 / population;
  const unit = half ** 2 / Math.max(1e-12, 1 / tasks - left);
  const needed = Math.ceil(1 / (margin ** 2 / unit + left) - 1e-9);
  return Math.max(tasks + 1, population === undefined ? needed : Math.min(population, needed));
}

/** More runs shrink what runs add, and nothing else. */
function repeatsFor({ mean, tasks, split }: Figure, { limit }: Requirement, { level }: Estimate): number | undefined {
  if (split === undefined || tasks < 2) return undefined;
  const t = studentQuantile((1 + level) / 2, tasks - 1);
  const room = ((mean - limit) / t) ** 2 * tasks - split.tasks;
  return room <= 0 ? undefined : Math.max(1, Math.ceil((split.runsFirst + split.runsSecond) / room));
}

function neededWords({ tasksNeeded, repeatsNeeded }: Pick<Judgement, 'tasksNeeded' | 'repeatsNeeded'>): string {
  if (tasksNeeded === undefined) return 'What was found is the limit itself: no number of tasks would tell.';
  const runs = repeatsNeeded === undefined ? '' : `, or ${countOf(repeatsNeeded, 'run')} of each task`;
  return `About ${countOf(tasksNeeded, 'task')}${runs} would tell, if what was found stays.`;
}

/** "46.7% (36.7 to 56.9)", of a difference in points. */
function wordsOf({ mean, low, high }: Figure, { baseline }: Requirement): string {
  return `${inPoints(mean)}${baseline === undefined ? '%' : ' points'} (${inPoints(low)} to ${inPoints(high)})`;
}
