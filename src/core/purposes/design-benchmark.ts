import { fingerprint } from '../fingerprint/fingerprint.js';
import { type ForecastOf, forecastFor, resultsAt } from '../learning/forecasts.js';
import type { BrokenLimit } from '../learning/label-places.js';
import { at } from '../lists/lists.js';
import type { Fault, Warning } from '../model/errors.js';
import type { CountedPrior, LearnedDesign, LearnedTasks } from '../model/learned.js';
import type { BenchmarkPlan } from '../model/plan.js';
import { pinTest } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';
import { countOf } from '../text/words.js';
import type { LearnedBenchmark } from './learn-benchmark.js';
import { purposeOf } from './purposes.js';
import { withoutVariance } from './sampled-purposes.js';

/** Replaces a benchmark's purpose by a design. A tier keeps the selection's bands but has its own forecast. */
export function designBenchmark(
  plan: BenchmarkPlan,
  from: LearnedBenchmark,
  seed: string,
  { tierTake, fewest }: { readonly tierTake?: number | undefined; readonly fewest?: number | undefined } = {},
) {
  const { purpose: rule, take, quota } = plan.select;
  const { tasks, fitting, learned } = from;
  const same = { plan, tasks, learned: undefined, warnings: [], faults: [] };
  if (rule === undefined || learned === undefined) return same;
  if (take === 'all') return { ...same, faults: [sizeless(plan)] };
  const purpose = purposeOf(rule);
  const unknown = learned.ease.filter(Number.isNaN).length;
  if (quota !== undefined && unknown > 0 && purpose.takesUnknown)
    return { ...same, faults: [unknownUnderQuota(plan, unknown)] };
  const isCounted = 'ties' in fitting;
  const design = (isCounted ? fitting.design : undefined) ?? designFor(plan, fitting, learned, { take, seed, fewest });
  if (design === undefined) return same;
  if ('broken' in design) {
    const { limit, total, places } = design.broken;
    const message = `benchmark "${plan.name}": the ${limit} of the quota add up to ${total}, but there are ${places} places to fill.`;
    const hint = 'Change the quota or the number of tasks.';
    return { ...same, faults: [{ code: 'selection/quota', message, hint }] };
  }
  const { bands, quotaCost, words } = design;
  const placeOf = isCounted ? fitting.places : new Map(fitting.map(({ id }, i) => [id, i]));
  const bandOf = (id: string) => bands?.[placeOf.get(id) ?? -1];
  const of = { tasks: fitting, learned, places: tierTake ?? take, benchmark: plan.name, seed, quotaCost };
  return {
    plan: { ...plan, select: { ...plan.select, ...design.rule } },
    tasks: tasks.map((task) => withBand(design.usesVariance ? task : withoutVariance(task), bandOf(task.id))),
    learned: {
      purpose: purpose.name,
      systems: learned.results.length,
      // The build precomputes the forecasts of the included pools.
      forecast: plan.forecasts?.get(forecastKey(of)) ?? forecastFor(of),
      words,
      ease: new Map(
        (isCounted ? tasks : fitting).flatMap(({ id, fields: { prior_ease: x } }) =>
          typeof x === 'number' ? [[id, x]] : [],
        ),
      ),
      quotaCost,
    },
    warnings: warningsOf(plan, learned, unknown),
    faults: [],
  };
}

/**
 * The design of a benchmark with a purpose, with a band for each task that isn't pinned. Undefined if pinned tasks fill
 * all places; pinning too many is reported elsewhere.
 */
export function designFor(
  plan: BenchmarkPlan,
  fitting: readonly ScoredTask[] | CountedPrior,
  learned: LearnedTasks,
  { take, seed, fewest }: { readonly take: number; readonly seed: string; readonly fewest?: number | undefined },
): LearnedDesign | { readonly broken: BrokenLimit } | undefined {
  const { purpose, quota } = plan.select;
  const isPinned = pinTest(plan.select);
  const isCounted = 'ties' in fitting;
  const open: number[] = [];
  for (let i = 0; i < fitting.length; i++)
    if (isCounted ? fitting.pinned[i] !== 1 : !isPinned(at(fitting, i))) open.push(i);
  const places = Math.min(take - (fitting.length - open.length), open.length);
  if (purpose === undefined || places < 1) return undefined;
  const design = purposeOf(purpose).design({
    tasks: isCounted ? { length: open.length, ties: picked(fitting.ties, open) } : open.map((i) => at(fitting, i)),
    learned: part(learned, open),
    places,
    fewest,
    benchmark: plan.name,
    seed,
    quota,
    pinned: isCounted ? [] : fitting.filter(isPinned),
  });
  if ('broken' in design || design.bands === undefined || open.length === fitting.length) return design;
  const bands = learned.ease.map((): string | undefined => undefined);
  open.forEach((i, k) => {
    bands[i] = design.bands?.[k];
  });
  return { ...design, bands };
}

function part({ results, ease, variance, ...rest }: LearnedTasks, open: readonly number[]): LearnedTasks {
  if (open.length === ease.length) return { results, ease, variance, ...rest };
  return { ...rest, results: resultsAt(results, open), ease: picked(ease, open), variance: picked(variance, open) };
}

function picked(values: readonly number[], open: readonly number[]): readonly number[] {
  return open.length === values.length ? values : open.map((i) => at(values, i));
}

export function withBand(task: ScoredTask, band: string | undefined): ScoredTask {
  return band === undefined ? task : { ...task, fields: { ...task.fields, prior_band: band } };
}

function warningsOf({ name, select }: BenchmarkPlan, { results, share }: LearnedTasks, unknown: number): Warning[] {
  if (select.purpose === undefined) return [];
  const { fewSystems, unknownWords, figure } = purposeOf(select.purpose);
  const systems = countOf(results.length, 'earlier system');
  const warning = (code: string, message: string) => ({ code, message: `${name}: ${message}.`, benchmark: name });
  const left = Math.round(100 * (share.share ?? 1));
  const verdicts = {
    helps: [],
    'little gain': [
      `expect little gain from ${systems}, because ${left}% of the variance in a level remains unexplained. Bands get places in proportion to their size`,
    ],
    'cannot be forecast': [
      `the gain from ${systems} can't be forecast, because that takes three systems that differ. Bands get places in proportion to their size`,
    ],
  };
  const few = fewSystems(results.length);
  return [
    // The share is about a level, not about an order.
    ...(figure === 'tau' ? [] : verdicts[share.verdict]).map((message) => warning('little-learned', message)),
    ...(few === undefined ? [] : [warning('few-systems', few)]),
    ...(unknown === 0
      ? []
      : [
          warning(
            'not-learned',
            `${countOf(unknown, 'task was', 'tasks were')} not run by any earlier system; ${unknownWords(unknown)}`,
          ),
        ]),
  ];
}

function sizeless({ name }: BenchmarkPlan): Fault {
  const message = `benchmark "${name}": a purpose needs a number of tasks.`;
  const hint = 'Set "take", "precision", "detect" or "budget", or include the benchmark in a "total".';
  return { code: 'selection/no-size', message, hint };
}

function unknownUnderQuota({ name }: BenchmarkPlan, unknown: number): Fault {
  const message = `benchmark "${name}": a quota needs the difficulty of every task, but no earlier system ran ${countOf(unknown, 'task')}.`;
  const hint = 'Exclude these tasks with "where: { prior_results: { at_least: 1 } }", or remove the quota.';
  return { code: 'selection/quota', message, hint };
}

/** Identifies a forecast by the tasks, their results, the places, the draw and the quota. */
export function forecastKey({ tasks, learned, places, benchmark, seed, quotaCost = 1 }: ForecastOf): string {
  const ids = 'ties' in tasks ? tasks.ties : tasks.map(({ id }) => id);
  const results = resultsAt(learned.results).map((row) =>
    row.map((result) => (Number.isNaN(result) ? '-' : result)).join(),
  );
  return fingerprint(JSON.stringify([benchmark, seed, places, quotaCost, ids, results]));
}
