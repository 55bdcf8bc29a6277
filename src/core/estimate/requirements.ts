import { smallest } from '../lists/lists.js';
import type { Manifest } from '../manifest/manifest.js';
import { type Fault, ResultsError } from '../model/errors.js';
import type { RunResults } from '../model/outcome.js';
import { studentQuantile } from '../statistics/distributions.js';
import { didYouMean } from '../text/nearest-name.js';
import { countOf } from '../text/words.js';
import { type EstimateOptions, estimateResults } from './estimate-results.js';
import type { Estimate, Judgement } from './pool-estimate.js';

export interface Requirement {
  readonly text: string;
  readonly configuration: string;
  /** The system to subtract; undefined for a level. */
  readonly baseline: string | undefined;
  readonly relation: (typeof relations)[number];
  /** A share: 0.5 is 50%. */
  readonly limit: number;
}

export const relations = ['>=', '<=', '>', '<'] as const;

/** Estimate options and requirements, such as "new - baseline >= 0". */
export interface RequiredOptions extends EstimateOptions {
  readonly require?: readonly string[] | undefined;
}

/** An estimate with verdicts on its requirements. If no baseline is given, it comes from the requirements. */
export function estimateRequired(
  manifest: Manifest,
  results: RunResults,
  { require = [], ...options }: RequiredOptions = {},
): Estimate {
  const first = estimateResults(manifest, results, options);
  if (require.length === 0) return first;
  const requirements = readRequirements(
    require,
    first.configurations.map(({ name }) => name),
  );
  const baseline = options.baseline ?? requirements.find((each) => each.baseline !== undefined)?.baseline;
  const estimate = baseline === options.baseline ? first : estimateResults(manifest, results, { ...options, baseline });
  return { ...estimate, requirements: requirements.map((requirement) => judgeRequirement(requirement, estimate)) };
}

/**
 * Parses requirements such as `new >= 0.5`, `new - baseline >= 0` or `new > baseline`.
 *
 * @throws ResultsError with every requirement that can't be parsed, or names a system without results.
 */
export function readRequirements(texts: readonly string[], names: readonly string[]): readonly Requirement[] {
  const faults: Fault[] = [];
  const read = texts.flatMap((text) => {
    const found = readRequirement(text, names);
    if ('fault' in found) faults.push(found.fault);
    return 'fault' in found ? [] : [found];
  });
  if (faults.length > 0) throw new ResultsError(faults);
  return read;
}

/** Parses a requirement before there are results. @throws ResultsError if it can never be valid. */
export function readEarly(text: string): Requirement | undefined {
  const [, left = '', right = ''] = /^(.*\S)\s*(?:>=|<=|>|<)\s*(\S.*?)\s*$/.exec(text) ?? [];
  const sides = left.trim().split(/\s+-\s+/);
  // A name may end like a margin, as in "agent - 0.5"; only the results can resolve that.
  const isMistaken = meantBy(text) !== undefined && !/\s[+-]\s/.test(right);
  const named = isMistaken ? [left.trim()] : [left.trim(), right];
  return readRequirements([text], isFigure(right) ? (sides.length === 2 ? sides : [left.trim()]) : named)[0];
}

function readRequirement(text: string, names: readonly string[]): Requirement | { readonly fault: Fault } {
  const { left, relation: sign, right } = partsOf(text);
  const relation = relations.find((each) => each === sign);
  const meant = meantBy(text, names);
  const hint = meant === undefined ? form : `Did you mean ${meant}?`;
  const fault = (message: string) => ({
    fault: { code: 'estimate/require', message: `the requirement "${text}" ${message}`, hint },
  });
  const { number, percent } = /^(?<number>[+-]?(?:\d+\.?\d*|\.\d+))(?<percent>%?)$/.exec(right)?.groups ?? {};
  if (relation === undefined) return fault("can't be parsed.");
  if (isFigure(left) && !names.includes(left)) return fault('starts with the number.');
  // With two names, their difference is compared with 0.
  if (number === undefined && names.includes(right))
    return { ...readRequirement(`${left} - ${right} ${relation} 0`, names), text };
  if (number === undefined) {
    return fault(`compares with "${right}", which is neither a number nor a system.${didYouMean(right, names)}`);
  }
  const limit = Number(number) / (percent === '%' ? 100 : 1);
  const sides = sidesOf(left.trim(), names);
  const unknown = sides.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    return fault(
      `names "${unknown}", but the results have no such system.${didYouMean(unknown, names)} Found: ${names.join(', ')}.`,
    );
  }
  const [configuration = '', baseline] = sides;
  if (configuration === baseline) return fault('compares a system with itself.');
  const least = baseline === undefined ? 0 : -1;
  if (!(limit >= least && limit <= 1)) return fault(`has a limit of ${limit}; expected ${least} to 1.`);
  return { text, configuration, baseline, relation, limit };
}

/** The sides of a requirement and its relation; empty if it has another form. */
function partsOf(text: string) {
  const parts = /^(?<left>.*\S)\s*(?<relation>>=|<=|>|<)\s*(?<right>[^\s<>=][^<>]*?)\s*$/.exec(text)?.groups;
  return { left: parts?.['left'] ?? '', relation: parts?.['relation'] ?? '', right: parts?.['right'] ?? '' };
}

function isFigure(text: string): boolean {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)%?$/.test(text);
}

/** The likely meaning of a requirement in another notation: percent, points, a margin, or swapped sides. */
function meantBy(text: string, names: readonly string[] = []): string | undefined {
  const { left, relation, right } = partsOf(text.trim());
  const turned = relation.startsWith('>') ? relation.replace('>', '<') : relation.replace('<', '>');
  if (isFigure(left)) return `"${right} ${turned} ${left}"`;
  const { number, points } = /^(?<number>[+-]?[\d.]+)(?<points>\s*(?:points?|pp|percent))?$/.exec(right)?.groups ?? {};
  const share = Number((Number(number) / 100).toPrecision(12));
  if (points !== undefined) return `"${left} ${relation} ${share}"`;
  if (Math.abs(Number(number)) > 1 && Math.abs(Number(number)) <= 100)
    return `${number}%, which is "${left} ${relation} ${share}"`;
  const { base, sign, margin = '' } = /^(?<base>.*\S)\s+(?<sign>[+-])\s+(?<margin>\S+)$/.exec(right)?.groups ?? {};
  return base === undefined || names.includes(right) || !isFigure(margin)
    ? undefined
    : `"${left} - ${base} ${relation} ${sign === '-' ? '-' : ''}${margin}"`;
}

const form = 'Write it as "new >= 0.5", "new - baseline >= 0" or "new > baseline".';

/** One name, or two separated by a minus; names may contain one too. */
function sidesOf(left: string, names: readonly string[]): readonly string[] {
  if (names.includes(left)) return [left];
  const parts = left.split(/\s+-\s+/);
  for (let at = 1; at < parts.length; at++) {
    const sides = [parts.slice(0, at).join(' - '), parts.slice(at).join(' - ')];
    if (sides.every((side) => names.includes(side))) return sides;
  }
  return parts.length === 2 ? parts : [left];
}

type Figure = NonNullable<ReturnType<typeof figuresOf>[number]>;

/**
 * Judges a requirement by the interval: yes if all of it meets the limit, no if none of it does, whichever way missing
 * results are counted.
 *
 * @throws ResultsError if it is about two systems that were not compared.
 */
export function judgeRequirement(requirement: Requirement, estimate: Estimate): Judgement {
  const figures = figuresOf(requirement, estimate);
  const judged = (verdict: Judgement['verdict'], message: string, needed = {}): Judgement => ({
    requirement: requirement.text,
    verdict,
    code: `require/${verdict}`,
    message,
    ...{ tasksNeeded: undefined, repeatsNeeded: undefined, ...needed },
  });
  if (estimate.kind === 'focus') return judged('cannot-tell', 'a purposive selection has no interval for the pool.');
  const known = figures.flatMap((figure) => figure ?? []);
  const [first, failed = first] = known;
  if (first === undefined || failed === undefined || known.length < figures.length)
    return judged('cannot-tell', 'there are no results.');
  const [verdict = 'cannot-tell', ...others] = new Set(known.map((figure) => verdictOf(figure, requirement)));
  const found = wordsOf(first, requirement);
  if (others.length > 0) {
    const why = `${found} ignoring missing results, but ${wordsOf(failed, requirement)} counting them as failed. Run the missing tasks.`;
    return judged('cannot-tell', why);
  }
  const worst = countedAgainst(failed, requirement, estimate);
  if (verdict === 'yes' && worst !== undefined && verdictOf(worst, requirement) !== 'yes') {
    const why = `${found} ignoring missing results, but ${wordsOf(worst, requirement)} if all missing tasks of "${worst.system}" passed. Run the missing tasks.`;
    return judged('cannot-tell', why);
  }
  if (verdict !== 'cannot-tell') return judged(verdict, `${found}.`);
  const [tasksNeeded, repeatsNeeded] = [tasksFor(first, requirement), repeatsFor(first, requirement, estimate)];
  const words = settlingWords(tasksNeeded, repeatsNeeded, estimate.population);
  return judged(verdict, `${found}. ${words}`, { tasksNeeded, repeatsNeeded });
}

/** The tasks or runs that would settle a requirement; the pool may not have that many tasks. */
function settlingWords(tasks: number | undefined, repeats: number | undefined, population: number) {
  if (tasks === undefined) return 'The estimate equals the limit, so more tasks would not settle it.';
  const runs = repeats === undefined ? undefined : `${countOf(repeats, 'run')} per task`;
  if (tasks <= population)
    return `About ${countOf(tasks, 'task')}${runs === undefined ? '' : `, or ${runs},`} would settle it if the estimate stays the same.`;
  const few = `it would take about ${countOf(tasks, 'task')}, and the pool has ${countOf(population, 'task')}`;
  return runs === undefined
    ? `The pool is too small to settle it: if the estimate stays the same, ${few}.`
    : `About ${runs} would settle it if the estimate stays the same. More tasks alone would not: ${few}.`;
}

/** The figure with missing results counted against the requirement; undefined if none are missing. */
function countedAgainst(failed: Figure, { configuration, baseline, relation }: Requirement, estimate: Estimate) {
  const isAbove = relation === '>' || relation === '>=';
  const system = isAbove ? baseline : configuration;
  const { selected = 0, scored = 0 } = estimate.configurations.find(({ name }) => name === system)?.coverage ?? {};
  if (system === undefined || scored === selected) return undefined;
  const shift = ((isAbove ? -1 : 1) * (selected - scored)) / selected;
  return { ...failed, system, mean: failed.mean + shift, low: failed.low + shift, high: failed.high + shift };
}

function figuresOf({ configuration, baseline }: Requirement, estimate: Estimate) {
  const plain = { population: undefined, variance: undefined };
  if (baseline === undefined) {
    const own = estimate.configurations.find(({ name }) => name === configuration);
    return (own?.readings ?? []).map(({ pool, equal }) => {
      if (estimate.levelWeight === 'equal' && equal !== undefined) return { ...equal, ...plain };
      const population = pool?.about === 'as-run' ? estimate.population : undefined;
      return pool && { ...pool, ...plain, population };
    });
  }
  const pair = estimate.differences.find(({ first, second }) =>
    [baseline, configuration].every((name) => [first, second].includes(name)),
  );
  if (pair === undefined) {
    const message = `"${configuration}" was not compared with "${baseline}".`;
    throw new ResultsError([{ code: 'estimate/require', message, hint: `Add --baseline "${baseline}".` }]);
  }
  const isTurned = pair.first === configuration;
  return pair.readings.map(({ pool, pairs: tasks, variance }) => {
    if (pool === undefined) return undefined;
    const { mean, low, high } = isTurned ? { mean: -pool.mean, low: -pool.high, high: -pool.low } : pool;
    return { ...plain, mean, low, high, tasks, variance };
  });
}

function verdictOf({ low, high }: Figure, { relation, limit }: Requirement): Judgement['verdict'] {
  const [all, none] = {
    '>=': [low >= limit, high < limit],
    '>': [low > limit, high <= limit],
    '<=': [high <= limit, low > limit],
    '<': [high < limit, low >= limit],
  }[relation];
  return all === true ? 'yes' : none === true ? 'no' : 'cannot-tell';
}

/** An interval shrinks with the square root of the number of tasks, and with the sampled share of the pool. */
function tasksFor({ mean, low, high, tasks, population }: Figure, { limit }: Requirement): number | undefined {
  const margin = Math.abs(mean - limit);
  const half = (high - low) / 2;
  if (margin < 1e-9 || half === 0) return undefined;
  const left = population === undefined ? 0 : 1 / population;
  const unit = half ** 2 / Math.max(1e-12, 1 / tasks - left);
  const needed = Math.ceil(1 / (margin ** 2 / unit + left) - 1e-9);
  return Math.max(tasks + 1, population === undefined ? needed : Math.min(population, needed));
}

/** More runs shrink only the variance due to runs. Undefined if no number above the present one would be enough. */
function repeatsFor(
  { mean, tasks, variance }: Figure,
  { configuration, baseline, limit }: Requirement,
  { level, configurations }: Estimate,
) {
  if (variance === undefined || tasks < 2) return undefined;
  const t = studentQuantile((1 + level) / 2, tasks - 1);
  const room = ((mean - limit) / t) ** 2 * tasks - variance.tasks;
  const needed = room <= 0 ? Infinity : Math.ceil((variance.runsFirst + variance.runsSecond) / room);
  const own = configurations.filter(({ name }) => name === configuration || name === baseline);
  const present = smallest(own.map(({ attempts }) => attempts.expected));
  return Number.isFinite(needed) && needed > present ? needed : undefined;
}

/** For example "46.7% (36.7 to 56.9)", with more digits if an end would look equal to the limit. */
function wordsOf({ mean, low, high }: Figure, { baseline, limit }: Requirement): string {
  const shown = (share: number, digits: number) => Number((100 * share).toFixed(digits));
  const isNear = (digits: number) =>
    [low, high].some((end) => end !== limit && shown(end, digits) === shown(limit, digits));
  const digits = [1, 2, 3].find((each) => !isNear(each)) ?? 4;
  const figure = (share: number) => (100 * share).toFixed(digits);
  return `${figure(mean)}${baseline === undefined ? '%' : ' points'} (${figure(low)} to ${figure(high)})`;
}
