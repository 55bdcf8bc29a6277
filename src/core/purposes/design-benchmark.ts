import { fingerprint } from '../fingerprint/fingerprint.js';
import type { Fault, Warning } from '../model/errors.js';
import type { Forecast } from '../model/learned.js';
import type { BenchmarkPlan } from '../model/plan.js';
import { type KeepRule, pinTest } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';
import { countOf } from '../text/words.js';
import { withoutVariance } from './band-design.js';
import { type ForecastOf, forecastFor } from './forecast.js';
import type { LearnedBenchmark, LearnedTasks } from './learn-benchmark.js';
import { purposeOf } from './purposes.js';

/** Replaces a benchmark's purpose by a design; a tier keeps the bands of the whole and has its own forecast. */
export function designBenchmark(
  plan: BenchmarkPlan,
  from: LearnedBenchmark,
  seed: string,
  { tierTake, fewest }: { readonly tierTake?: number | undefined; readonly fewest?: number | undefined } = {},
) {
  const { purpose: rule, take, quota, keep } = plan.select;
  const { tasks, fitting, learned } = from;
  const same = { plan, tasks, learned: undefined, warnings: [], faults: [] };
  if (rule === undefined || learned === undefined) return same;
  if (take === 'all') return { ...same, faults: [sizeless(plan)] };
  const purpose = purposeOf(rule);
  const isPinned = pinTest(plan.select);
  const open = fitting.flatMap((task, i) => (isPinned(task) ? [] : [i]));
  const places = Math.min(take - (fitting.length - open.length), open.length);
  const unknown = learned.ease.filter(Number.isNaN).length;
  if (quota !== undefined && unknown > 0 && purpose.takesUnknown)
    return { ...same, faults: [unknownUnderQuota(plan, unknown)] };
  // What is pinned beyond what is taken is a fault of the selection.
  if (places < 1) return same;
  const design = purpose.design({
    tasks: open.flatMap((i) => fitting[i] ?? []),
    learned: part(learned, open),
    places,
    fewest,
    benchmark: plan.name,
    seed,
    quota,
    pinned: fitting.filter(isPinned),
  });
  if ('broken' in design) {
    const { limit, total } = design.broken;
    const message = `benchmark "${plan.name}": the ${limit} of the quota sum to ${total}, but ${places} places have to be filled.`;
    return {
      ...same,
      faults: [{ code: 'selection/quota', message, hint: 'Change the quota, or take another number.' }],
    };
  }
  const { bands, quotaCost, words } = design;
  const bandOf = new Map(open.map((i, k) => [fitting[i]?.id ?? '', bands?.[k]]));
  return {
    plan: { ...plan, select: { ...plan.select, ...design.rule } },
    tasks: tasks.map((task) => withBand(design.usesVariance ? task : withoutVariance(task), bandOf.get(task.id))),
    learned: {
      purpose: purpose.name,
      systems: learned.results.length,
      forecast: knownOrNewForecast(
        { tasks: fitting, learned, places: tierTake ?? take, benchmark: plan.name, seed, quotaCost },
        plan.forecasts,
      ),
      words: keep === undefined ? words : `${words}; ${keptWords(keep)}`,
      ease: new Map(fitting.flatMap(({ id, fields: { prior_ease: x } }) => (typeof x === 'number' ? [[id, x]] : []))),
      quotaCost,
    },
    warnings: warningsOf(plan, learned, unknown),
    faults: [],
  };
}

function keptWords({ newAtMost }: KeepRule): string {
  return `at most ${newAtMost} of them are new since the former version`;
}

function part({ results, ease, variance, ...rest }: LearnedTasks, open: readonly number[]): LearnedTasks {
  if (open.length === ease.length) return { results, ease, variance, ...rest };
  const pick = (values: readonly number[]) => open.map((i) => values[i] ?? Number.NaN);
  return { ...rest, results: results.map(pick), ease: pick(ease), variance: pick(variance) };
}

function withBand(task: ScoredTask, band: string | undefined): ScoredTask {
  return band === undefined ? task : { ...task, fields: { ...task.fields, prior_band: band } };
}

function warningsOf({ name, select }: BenchmarkPlan, { results, share }: LearnedTasks, unknown: number): Warning[] {
  if (select.purpose === undefined) return [];
  const { fewSystems, unknownWords, figure } = purposeOf(select.purpose);
  const systems = countOf(results.length, 'earlier system');
  const warning = (code: string, message: string): Warning => ({
    code,
    message: `${name}: ${message}.`,
    benchmark: name,
  });
  const left = Math.round(100 * (share.share ?? 1));
  const verdicts = {
    helps: [],
    'little gain': [
      `expect little gain from ${systems}: they leave ${left}% of the variance of a level unexplained. Places are shared by size`,
    ],
    'cannot be forecast': [
      `what ${systems} gain${results.length === 1 ? 's' : ''} cannot be forecast; three that differ are needed. Places are shared by size`,
    ],
  };
  const few = fewSystems(results.length);
  return [
    // The share is of a level, which an order is not about.
    ...(figure === 'tau' ? [] : verdicts[share.verdict]).map((message) => warning('little-learned', message)),
    ...(few === undefined ? [] : [warning('few-systems', `with ${systems}, ${few}`)]),
    ...(unknown === 0
      ? []
      : [warning('not-learned', `no earlier system ran ${countOf(unknown, 'task')}; ${unknownWords(unknown)}`)]),
  ];
}

function sizeless({ name }: BenchmarkPlan): Fault {
  return {
    code: 'selection/no-size',
    message: `benchmark "${name}": a purpose needs a number of tasks.`,
    hint: 'Give "take", "precision", "detect" or "budget", or a "total" to share in.',
  };
}

function unknownUnderQuota({ name }: BenchmarkPlan, unknown: number): Fault {
  return {
    code: 'selection/quota',
    message: `benchmark "${name}": no earlier system ran ${countOf(unknown, 'task')}, and a quota needs the difficulty of every task.`,
    hint: 'Leave them out with "where: { prior_results: { at_least: 1 } }", or remove the quota.',
  };
}

/** Forecasts that were worked out before, each under the key of everything it depends on. */
type KnownForecasts = ReadonlyMap<string, Forecast>;

/** The forecast of a selection, if the build computed it already for a pool that ships, else a new one. */
function knownOrNewForecast(of: ForecastOf, known: KnownForecasts | undefined): Forecast {
  return (known === undefined ? undefined : known.get(forecastKey(of))) ?? forecastFor(of);
}

/** What tells a forecast from every other: the tasks, the results on them, the places, the draw and the quota. */
export function forecastKey({ tasks, learned, places, benchmark, seed, quotaCost = 1 }: ForecastOf): string {
  const ids = tasks.map(({ id }) => id);
  const results = learned.results.map((row) => row.map((result) => (Number.isNaN(result) ? '-' : result)).join());
  return fingerprint(JSON.stringify([benchmark, seed, places, quotaCost, ids, results]));
}
