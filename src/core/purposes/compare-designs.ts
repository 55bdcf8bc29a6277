import { bandCount, bandsOf, bandTotals, placesOfBands, tieNumbers } from '../learning/difficulty-bands.js';
import { equivalentTasks } from '../learning/forecasts.js';
import { floorCost } from '../learning/label-places.js';
import { at } from '../lists/lists.js';
import type { LearnedTasks } from '../model/learned.js';
import type { SizeTarget } from '../model/select-rule.js';
import { countOf } from '../text/words.js';
import { differenceOf, type ForecastOf, forecastFor, halfWidthOf } from './forecast.js';
import type { Purpose } from './purpose.js';

/** A possible design for a benchmark and its forecast; figures that don't apply are undefined. */
interface ComparedDesign {
  readonly name: string;
  /** The number of tasks: the plan's, or the number that this design needs to reach a target. */
  readonly tasks: number;
  readonly halfWidth: number | undefined;
  readonly detectable: number | undefined;
  readonly tau: number | undefined;
  /** The number of random tasks that estimate a level equally well. */
  readonly equivalent: number | undefined;
  readonly isRecommended: boolean;
}

export interface DesignComparison {
  readonly designs: readonly ComparedDesign[];
  readonly recommendation: string;
}

const names = ['simple random', 'bands in proportion', 'learned bands', 'ranking'] as const;
type DesignName = (typeof names)[number];

/** Compares the designs for a benchmark and purpose; `of.places` is the number of tasks that the plan takes. */
export function compareDesigns(of: ForecastOf, purpose: Purpose, target: SizeTarget | undefined): DesignComparison {
  const { learned, places } = of;
  const forecast = forecastFor(of);
  const { name: best, why } = recommended(purpose, learned, forecast);
  const ranked = { halfWidth: undefined, detectable: undefined, equivalent: undefined };
  const designs = names.map((name): ComparedDesign => {
    const isRecommended = name === best;
    if (name === 'ranking') return { name, tasks: places, ...ranked, tau: forecast.tau?.design, isRecommended };
    const tasks = sizeOf(name, of, target);
    const share = shareOf(name, of, tasks);
    return {
      name,
      tasks,
      halfWidth: halfWidthOf({ population: of.tasks.length, rates: learned.rates }, tasks, share),
      detectable: detectableOf(name, of, tasks),
      tau: name === 'simple random' && tasks === places ? forecast.tau?.random : undefined,
      equivalent:
        learned.share.verdict === 'cannot be forecast' && name !== 'simple random'
          ? undefined
          : equivalentTasks(tasks, of.tasks.length, share),
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
    if (tau === undefined) return { name: 'simple random', why: `${systems} are too few to learn an order from.` };
    const beside = `τ ${tau.design.toFixed(2)} is expected, ${tau.random.toFixed(2)} with random tasks`;
    if (tau.design <= tau.random)
      return { name: 'simple random', why: `earlier results do not help with the order (${beside}).` };
    return { name: 'ranking', why: `${beside}.${few === undefined ? '' : ` With ${systems}, ${few}.`}` };
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
      ? `earlier results do not help much: they leave ${Math.round(100 * (share.share ?? 1))}% of the variance of a level unexplained.`
      : `the gain from ${systems} cannot be forecast.`;
  return { name: 'bands in proportion', why: `${why} Such bands cost nothing and may still help.` };
}

/** The fewest tasks with which a design reaches the target; the plan's number for a budget or without a target. */
function sizeOf(name: DesignName, of: ForecastOf, target: SizeTarget | undefined): number {
  if (target === undefined || target.kind === 'budget') return of.places;
  let [tooFew, enough] = [1, of.tasks.length];
  while (enough - tooFew > 1) {
    const tasks = Math.floor((tooFew + enough) / 2);
    const figure =
      target.kind === 'precision'
        ? halfWidthOf({ population: of.tasks.length, rates: of.learned.rates }, tasks, shareOf(name, of, tasks))
        : detectableOf(name, of, tasks);
    if (figure !== undefined && figure <= target.size) enough = tasks;
    else tooFew = tasks;
  }
  return enough;
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
