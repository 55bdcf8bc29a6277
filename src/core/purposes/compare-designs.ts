import { bandCount, bandsOf, bandTotals, placesOfBands, tieNumbers } from '../learning/difficulty-bands.js';
import { differenceOf, equivalentTasks, type ForecastOf, forecastFor, halfWidthOf } from '../learning/forecasts.js';
import { floorCost } from '../learning/label-places.js';
import { at } from '../lists/lists.js';
import type { LearnedTasks } from '../model/learned.js';
import type { SizeTarget } from '../model/select-rule.js';
import { lastWhere } from '../statistics/bisection.js';
import { capital, countOf } from '../text/words.js';
import type { Purpose } from './purpose.js';

export type DesignComparison = ReturnType<typeof compareDesigns>;

const names = ['simple random', 'bands in proportion', 'learned bands', 'ranking'] as const;
type DesignName = (typeof names)[number];

/**
 * Forecasts each design for a benchmark and purpose; figures that don't apply are undefined. A design has the plan's
 * number of tasks, `of.places`, or the number that it needs to reach the target.
 */
export function compareDesigns(of: ForecastOf, purpose: Purpose, target: SizeTarget | undefined) {
  const { learned, places } = of;
  const forecast = forecastFor(of);
  const { name: best, why } = recommended(purpose, learned, forecast);
  const ranked = { halfWidth: undefined, detectable: undefined, equivalent: undefined };
  const designs = names.map((name) => {
    const isRecommended = name === best;
    if (name === 'ranking') return { name, tasks: places, ...ranked, tau: forecast.tau?.design, isRecommended };
    const tasks = sizeOf(name, of, target);
    const isKnown = learned.share.verdict !== 'cannot be forecast' || name === 'simple random';
    return {
      name,
      tasks,
      halfWidth: halfWidth(name, of, tasks),
      detectable: detectableOf(name, of, tasks),
      tau: name === 'simple random' && tasks === places ? forecast.tau?.random : undefined,
      equivalent: isKnown ? equivalentTasks(tasks, of.tasks.length, shareOf(name, of, tasks)) : undefined,
      isRecommended,
    };
  });
  return { designs, recommendation: `${best}: ${why}` };
}

function recommended(
  purpose: Purpose,
  { results, share }: LearnedTasks,
  { tau, equivalent, tasks }: ReturnType<typeof forecastFor>,
): { name: DesignName; why: string } {
  const systems = countOf(results.length, 'earlier system');
  if (purpose.figure === 'tau') {
    const few = purpose.fewSystems(results.length);
    if (tau === undefined)
      return {
        name: 'simple random',
        why: `${systems} ${results.length === 1 ? 'is' : 'are'} too few to learn an order from.`,
      };
    const beside = `τ ${tau.design.toFixed(2)} expected, ${tau.random.toFixed(2)} with random tasks`;
    if (tau.design <= tau.random)
      return { name: 'simple random', why: `earlier results don't help with the order (${beside}).` };
    return { name: 'ranking', why: `${beside}.${few === undefined ? '' : ` ${capital(few)}.`}` };
  }
  if (share.verdict === 'helps') {
    const much = equivalent === undefined ? '' : `, as precise as ${Math.round(equivalent)} random tasks for a level`;
    return {
      name: 'learned bands',
      why: `${systems} show where results are uncertain: ${countOf(tasks, 'task')}${much}.`,
    };
  }
  const why =
    share.verdict === 'little gain'
      ? `earlier results help little, because ${Math.round(100 * (share.share ?? 1))}% of the variance in a level remains unexplained.`
      : `the gain from ${systems} can't be forecast.`;
  return { name: 'bands in proportion', why: `${why} Bands cost nothing and may still help.` };
}

/** The fewest tasks with which a design reaches the target; the plan's number for a budget or without a target. */
function sizeOf(name: DesignName, of: ForecastOf, target: SizeTarget | undefined): number {
  if (target === undefined || target.kind === 'budget') return of.places;
  const isTooFew = (tasks: number) => {
    const figure = target.kind === 'precision' ? halfWidth(name, of, tasks) : detectableOf(name, of, tasks);
    return figure === undefined || figure > target.size;
  };
  return lastWhere(1, of.tasks.length, isTooFew) + 1;
}

function halfWidth(name: DesignName, of: ForecastOf, places: number): number {
  const { rates } = of.learned;
  return halfWidthOf({ population: of.tasks.length, rates }, places, shareOf(name, of, places));
}

function detectableOf(name: DesignName, of: ForecastOf, places: number): number | undefined {
  if (places >= of.tasks.length) return 0;
  const found = differenceOf({ ...of, places }, name === 'bands in proportion');
  return name === 'simple random' ? found?.detectableAtRandom : found?.detectable;
}

/** The variance of a level over that of a simple random sample; 1 if the gain is unknown. */
function shareOf(name: DesignName, of: ForecastOf, places: number): number {
  const { ease, variance, share } = of.learned;
  if (name === 'simple random' || share.verdict !== 'helps') return 1;
  const left = Math.min(1, share.share ?? 1);
  const known = [...ease.keys()].filter((i) => !Number.isNaN(at(ease, i)));
  const count = bandCount(places, known.length);
  if (name === 'learned bands' || places >= known.length || places < count) return left;
  const bands = bandsOf(ease, tieNumbers(of), count);
  const sizes = bandTotals(bands, count, () => 1);
  const chances = (measures: readonly number[]) => {
    const given = placesOfBands(measures, sizes, places);
    return known.map((i) => at(given, at(bands, i)) / at(sizes, at(bands, i)));
  };
  const uncertain = bandTotals(bands, count, (i) => Math.sqrt(at(variance, i)));
  const cost = floorCost(
    known.map((i) => at(variance, i)),
    chances(sizes),
    chances(uncertain),
  );
  return Math.min(1, left * Math.max(1, cost));
}
