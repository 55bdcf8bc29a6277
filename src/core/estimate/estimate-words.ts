import { compact } from '../lists/lists.js';
import { countOf, formatCount, inPoints, namesOf, percent, visibleText } from '../text/words.js';
import type {
  ConfigurationEstimate,
  DifferenceReading,
  Estimate,
  LevelReading,
  PairedFigure,
  PartFigure,
  PoolFigure,
} from './pool-estimate.js';

/** States whether the figures are about the pool, with intervals, or only about the selected tasks. */
export function aboutWords(estimate: Estimate): string {
  const readings = estimate.configurations.map(({ readings: [first] }) => first);
  if (readings.every((first) => isExact(first?.pool)))
    return 'Every task in the pool has a result, so the levels are exact.';
  if (estimate.kind === 'focus')
    return "Figures describe only the selected tasks. They have no intervals, because a purposive selection doesn't represent the pool.";
  const known = readings.filter((first) => first?.proven?.isInterval === true);
  const hasNoise = known.some((first) => first?.pool?.about === 'runs-counted');
  const covers = `the interval covers ${hasNoise ? 'run-to-run noise and ' : 'only '}the uncertainty from missing results.`;
  if (readings.every(isLevelKnown)) return `Nearly every task in the pool has a result, so ${covers}`;
  const words = `${scopeWords(estimate)}${togetherWords(estimate)}`;
  return known.length > 0 ? `${words} For systems with results on nearly every task in the pool, ${covers}` : words;
}

function togetherWords({ levels, level }: Estimate): string {
  if (levels.shown < 2) return '';
  const shown = formatCount(levels.shown);
  if (levels.joint) return ` All ${shown} intervals hold jointly at ${percent(level)}.`;
  return ` Each of these ${shown} intervals holds separately; --joint widens them so that all hold together.`;
}

/** With one run each, run-to-run noise is unknown. */
function scopeWords({ scope, level, configurations }: Estimate): string {
  const intervals = `The ${percent(level)} intervals are for levels on`;
  if (scope === 'beyond') return `${intervals} tasks like those in the pool.`;
  const without = configurations.filter(({ runVariance }) => runVariance === undefined);
  if (without.length === 0) return `${intervals} the pool, including run-to-run noise.`;
  const isAll = without.length === configurations.length;
  const which = isAll ? 'They' : `Those of ${namesOf(without.map(({ name }) => visibleText(name, 60)))}`;
  return `${intervals} the pool. ${which} don't include run-to-run noise, because too few tasks were run more than once.`;
}

/** For example "one run per task". */
export function runWords({ attempts, runVariance, coverage }: ConfigurationEstimate): string {
  const { fewest, most, unscored, expected, missing } = attempts;
  const count = fewest === most ? String(most) : `${fewest} to ${most}`;
  const runs = most <= 1 ? `one ${expected > 1 ? 'scored ' : ''}run per task` : `${count} scored runs per task`;
  const spread = runVariance === undefined ? '' : `, run-to-run variance ${runVariance.toFixed(3)}`;
  const absent =
    expected < 2 || missing === 0
      ? ''
      : `, ${formatCount(missing)} of ${countOf(expected * coverage.selected, 'run')} missing`;
  return `${runs}${spread}${unscored === 0 ? '' : `, ${countOf(unscored, 'run')} without a score`}${absent}`;
}

/** A level in one line: of the pool with its interval, or of the selected tasks. */
export function levelWords(reading: LevelReading, population: number, isOneOfTwo: boolean): string {
  const { pool, selectedMean } = reading;
  const tasks = tasksBehind(reading);
  const which = isOneOfTwo ? ` (${readingWords[reading.missingCountsAs]})` : '';
  if (pool !== undefined) {
    const reached = Math.round(pool.population);
    const of =
      reached < population
        ? ` (${formatCount(reached)} of ${formatCount(population)} tasks; no results for the rest)`
        : '';
    const asRun =
      pool.asRun === undefined
        ? ''
        : `; ${inPoints(pool.asRun.low)} to ${inPoints(pool.asRun.high)} without run-to-run noise`;
    const worth = isLevelKnown(reading) ? '' : `, effective n = ${pool.effectiveSize.toFixed(1)}`;
    return `pool${of}: ${rateOf(pool, reading)}${asRun}, from ${countOf(tasks, 'task')}${worth}${which}`;
  }
  if (selectedMean === undefined) return `no results${which}`;
  return `mean of ${countOf(tasks, 'selected task')}: ${points(selectedMean)}${which}`;
}

/** The number of tasks that a level comes from, including unselected tasks if the level is known from them. */
export function tasksBehind({ pool, proven, tasks }: LevelReading): number {
  return pool === undefined || proven === undefined || !isLevelKnown({ pool, proven }) ? tasks : proven.tasks;
}

/** A part's level for a table cell. `mark` follows a figure from few tasks. */
export function partWords({ trust, pool, selectedMean }: PartFigure, mark: string): string {
  if (trust === 'suppressed') return 'too few tasks';
  if (pool === undefined) return selectedMean === undefined ? 'no results' : `mean ${points(selectedMean)}`;
  const plain = pool.assisted === undefined ? '' : `, without earlier results ${points(pool.assisted.plain.mean)}`;
  return `${rate(pool)}${trust === 'indicative' ? mark : ''}${plain}`;
}

/** The gain from earlier results, compared with random tasks and with the plain estimate; empty without them. */
export function gainWords({ assisted, low, high, tasks, effectiveSize }: PoolFigure): readonly string[] {
  if (assisted === undefined || low === high) return [];
  const { plain, randomHalfWidth } = assisted;
  const [own, random] = [inPoints((high - low) / 2), inPoints(randomHalfWidth)];
  const worth = `as precise as ${countOf(Math.round(effectiveSize), 'random task')}`;
  const gain =
    Math.round(effectiveSize) > tasks
      ? `with earlier results: ±${own} points, ${worth} (${tasks} would give ±${random})`
      : `earlier results don't help: ±${own} points, compared with ±${random} for a random sample`;
  return [gain, `without earlier results: ${points(plain.mean)} (${inPoints(plain.low)} to ${inPoints(plain.high)})`];
}

export function differenceWords(reading: DifferenceReading, isOneOfTwo: boolean): readonly string[] {
  const { pairs, gained, lost, same, test, pool, selectedMean, variance: split } = reading;
  const which = isOneOfTwo ? ` (${readingWords[reading.missingCountsAs]})` : '';
  const figure =
    pool === undefined
      ? `selected tasks: mean ${signedUnit(selectedMean)}, p ${pValue(test.pValue)} by ${test.name}`
      : `pool: ${difference(pool)}, p ${pValue(pool.pValue)}`;
  return compact([
    `${figure}${which}`,
    pool?.adjusted && adjustedWords(pool.adjusted),
    `${countOf(pairs, 'task')}: ${formatCount(gained)} better, ${formatCount(lost)} worse, ${formatCount(same)} tied`,
    pool && `interval and p-value ${pairedAbout[pool.about]}`,
    split &&
      `variance of the difference: ${split.tasks.toFixed(4)} between tasks, ${split.runsFirst.toFixed(4)} and ${split.runsSecond.toFixed(4)} between runs`,
  ]);
}

const pairedAbout: Readonly<Record<PairedFigure['about'], string>> = {
  systems: 'include run-to-run noise',
  pool: 'are for the pool, including run-to-run noise',
  beyond: 'are for tasks like those in the pool, clustered by repository',
};

function adjustedWords({ comparisons, pValue: p, low, high }: NonNullable<PairedFigure['adjusted']>): string {
  return `adjusted for ${comparisons} comparisons: ${endWords(low)} to ${endWords(high)}, p ${pValue(p)} (Holm)`;
}

export const readingWords = {
  absent: 'ignoring missing results',
  failed: 'counting missing results as failed',
} as const;

/** Whether a level has no interval, because every task has a result. */
export function isExact(figure: Pick<PoolFigure, 'low' | 'high'> | undefined): boolean {
  return figure !== undefined && figure.low === figure.high;
}

/** Whether a level needs no estimate, because every task, or nearly every task, has a result. */
export function isLevelKnown(reading: Pick<LevelReading, 'pool' | 'proven'> | undefined): boolean {
  return isExact(reading?.pool) || reading?.proven?.isInterval === true;
}

/** For example "43.7% (38.1 to 49.5)", or "43.7% (exact)" if no result is missing. */
export function rate({ mean, low, high }: PoolFigure, missing: LevelReading['missingCountsAs'] = 'absent'): string {
  if (low === high) return `${points(mean)}${missing === 'failed' ? '' : ' (exact)'}`;
  return `${points(mean)} (${inPoints(low)} to ${inPoints(high)})`;
}

/**
 * The level of a reading. If results outside the selection prove more passes than counting missing results as failed
 * gives, that level is only a lower limit: "at least 8.6%".
 */
export function rateOf(pool: PoolFigure, { missingCountsAs, proven }: Omit<LevelReading, 'pool'>): string {
  const isLimit = missingCountsAs === 'failed' && proven?.isCut === true && pool.mean <= proven.low;
  return isLimit && pool.low < pool.high ? `at least ${points(pool.mean)}` : rate(pool, missingCountsAs);
}

/** For example "+3.2 points (-1.0 to +7.4)". */
export function difference({ mean, low, high }: Pick<PairedFigure, 'mean' | 'low' | 'high'>): string {
  return `${signedUnit(mean)} (${endWords(low)} to ${endWords(high)})`;
}

/** An end of a difference's interval, in points. A value near 0 is "below 0" or "above 0", never "0.0". */
export function endWords(end: number): string {
  const text = signedUnit(end, '');
  return Number(text) !== 0 || end === 0 ? text : end < 0 ? 'below 0' : 'above 0';
}

export function points(value: number): string {
  return `${inPoints(value)}%`;
}

export function signedUnit(value: number, unit = ' points'): string {
  const text = inPoints(value);
  return `${value > 0 && Number(text) !== 0 ? '+' : ''}${text}${unit}`;
}

/** For example "= 0.0312". */
export function pValue(value: number): string {
  return value < 0.0001 ? '< 0.0001' : `= ${value.toFixed(4)}`;
}
