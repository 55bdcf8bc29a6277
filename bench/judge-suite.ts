import { assistedEstimate, assistedInterval } from '../src/core/learning/assisted-estimate.js';
import { bandCount, bandsOf, bandTotals, placesOfBands } from '../src/core/learning/difficulty-bands.js';
import { equivalentTasks, forecastShare } from '../src/core/learning/forecasts.js';
import { rankingTasks } from '../src/core/learning/label-places.js';
import {
  anticipatedRates,
  anticipatedVariance,
  type ResultMatrix,
  systemMeans,
  taskDifficulty,
} from '../src/core/learning/task-difficulty.js';
import { at } from '../src/core/lists/lists.js';
import { randomStreamFor } from '../src/core/random/seeded-numbers.js';
import { kendall } from '../src/core/statistics/correlation.js';
import type { RandomStream } from '../src/core/statistics/random-numbers.js';
import { mean, quantile } from '../src/core/statistics/summary.js';

/** A system with its results on every task, one character each. */
export interface JudgedSystem {
  readonly system: string;
  readonly date: string;
  readonly results: string;
}

/** What a suite is judged by. */
export interface SuiteToJudge {
  readonly name: string;
  readonly systems: readonly JudgedSystem[];
  /** The sizes of its tiers, and others for the chart. */
  readonly sizes: readonly number[];
  /** The size of the whole selection, which fixes the bands. */
  readonly take: number;
  readonly draws: number;
}

const level = 0.95;

/**
 * Judges a suite on systems that it has not seen: difficulty is learned from the earlier two thirds by date, without the
 * family of the system that is judged, and tiers are drawn again and again. Errors are in points.
 */
export function judgeSuite({ name, systems, sizes, take, draws }: SuiteToJudge) {
  const inOrder = systems.toSorted((a, b) => compare(a.date, b.date) || compare(a.system, b.system));
  const count = Math.ceil((2 * inOrder.length) / 3);
  // Systems of one day are on one side.
  const split = at(inOrder, count - 1).date;
  const earlier = inOrder.filter(({ date }) => date <= split);
  const later = inOrder.filter(({ date }) => date > split);
  const rows = new Map(inOrder.map((each) => [each.system, [...each.results].map(resultOf)]));
  const rowOf = ({ system }: JudgedSystem) => rows.get(system) ?? [];
  const judged = later.map((system) => {
    const learned = earlier.filter((each) => !isFamily(each.system, system.system));
    return {
      system,
      learned: learned.length,
      figures: judgeSystem(name, rowOf(system), learned.map(rowOf), { system, sizes, take, draws }),
    };
  });
  return {
    earlier: earlier.length,
    later: later.length,
    split,
    fewestLearned: Math.min(...judged.map(({ learned }) => learned)),
    draws,
    sizes: sizes.map((tasks, k) =>
      summary(
        tasks,
        at(later, 0).results.length,
        judged.map(({ system, figures }) => ({ system: system.system, ...at(figures, k) })),
      ),
    ),
    ranking: rankings(name, earlier.map(rowOf), later.map(rowOf), sizes, draws),
  };
}

interface SizeFigures {
  readonly errors: readonly number[];
  readonly held: number;
  readonly width: number;
  readonly randomErrors: readonly number[];
  readonly middleErrors: readonly number[];
}

function judgeSystem(
  name: string,
  row: readonly number[],
  learned: ResultMatrix,
  { system, sizes, take, draws }: { readonly system: JudgedSystem } & Pick<SuiteToJudge, 'sizes' | 'take' | 'draws'>,
): readonly SizeFigures[] {
  const truth = mean(row);
  const random = randomStreamFor('suites', `${name}/${system.system}`);
  const x = taskDifficulty(learned);
  const v = anticipatedVariance(x, anticipatedRates(systemMeans(learned)));
  const count = bandCount(take, row.length);
  const ties = row.map(() => random.double());
  const bands = bandsOf(x, ties, count);
  const sizesOfBands = bandTotals(bands, count, () => 1);
  const helps = forecastShare(learned).verdict === 'helps';
  const measures = bandTotals(bands, count, (i) => (helps ? Math.sqrt(at(v, i)) : 1));
  const places = sizes.map((n) => placesOfBands(measures, sizesOfBands, n));
  const middle = middleTasks(learned);
  const found = sizes.map(() => ({
    errors: [] as number[],
    held: 0,
    width: 0,
    randomErrors: [] as number[],
    middleErrors: [] as number[],
  }));
  for (let draw = 0; draw < draws; draw++) {
    const order = shuffled(row.length, random);
    const members = Array.from({ length: count }, () => [] as number[]);
    for (const i of order) members[at(bands, i)]?.push(i);
    sizes.forEach((n, k) => {
      const own = at(found, k);
      const drawn = members.flatMap((list, band) => list.slice(0, at(at(places, k), band)));
      const probabilities = drawn.map((i) => at(at(places, k), at(bands, i)) / at(sizesOfBands, at(bands, i)));
      const sample = { difficulties: drawn.map((i) => at(x, i)), results: drawn.map((i) => at(row, i)), probabilities };
      const estimate = assistedEstimate(sample, x);
      if (estimate === undefined) throw new Error('no estimate');
      const { low, high } = assistedInterval(estimate, level);
      own.errors.push(100 * (estimate.mean - truth));
      own.held += low <= truth + 1e-12 && truth <= high + 1e-12 ? 1 : 0;
      own.width += 100 * (high - low);
      own.randomErrors.push(100 * (mean(order.slice(0, n).map((i) => at(row, i))) - truth));
      own.middleErrors.push(100 * (mean(middle(order, n).map((i) => at(row, i))) - truth));
    });
  }
  return found;
}

/** The published rule for small sets: random tasks of those that 30 to 70% of the earlier systems solve, then the nearest. */
function middleTasks(learned: ResultMatrix): (order: readonly number[], n: number) => readonly number[] {
  const rates = at(learned, 0).map((_, i) => mean(learned.map((row) => at(row, i))));
  const distance = (i: number) => Math.max(0, Math.abs(at(rates, i) - 0.5) - 0.2);
  return (order, n) => order.toSorted((a, b) => distance(a) - distance(b)).slice(0, n);
}

function summary(tasks: number, pool: number, systems: readonly (SizeFigures & { readonly system: string })[]) {
  const draws = at(systems, 0).errors.length;
  const mae = (errors: readonly number[]) => mean(errors.map(Math.abs));
  const all = (pick: (each: SizeFigures) => readonly number[]) => systems.flatMap(pick);
  const rmse = (errors: readonly number[]) => Math.sqrt(mean(errors.map((error) => error ** 2)));
  const errors = all((each) => each.errors);
  const random = all((each) => each.randomErrors);
  const bySystem = systems.map((each) => ({
    system: each.system,
    mae: mae(each.errors),
    bias: mean(each.errors),
    coverage: each.held / draws,
  }));
  const worst = bySystem.toSorted((a, b) => b.mae - a.mae || compare(a.system, b.system))[0];
  return {
    tasks,
    mae: rounded(mae(errors)),
    rmse: rounded(rmse(errors)),
    p95: rounded(
      quantile(
        errors.map(Math.abs).sort((a, b) => a - b),
        0.95,
      ),
    ),
    largestBias: rounded(Math.max(...bySystem.map(({ bias }) => Math.abs(bias)))),
    coverage: rounded(mean(bySystem.map(({ coverage }) => coverage)), 3),
    worstCoverage: rounded(Math.min(...bySystem.map(({ coverage }) => coverage)), 3),
    worstSystem: { system: worst?.system ?? '', mae: rounded(worst?.mae ?? Number.NaN) },
    halfWidth: rounded(mean(systems.map(({ width }) => width)) / draws / 2),
    random: { mae: rounded(mae(random)), rmse: rounded(rmse(random)) },
    equivalent: rounded(equivalentTasks(tasks, pool, (rmse(errors) / rmse(random)) ** 2), 1),
    middle: { mae: rounded(mae(all((each) => each.middleErrors))) },
  };
}

/** Kendall's τ of the later systems on some tasks with their order on all: by largest variance, at random, by the middle. */
function rankings(name: string, earlier: ResultMatrix, later: ResultMatrix, sizes: readonly number[], draws: number) {
  const truth = systemMeans(later);
  const tau = (tasks: readonly number[]) =>
    kendall(
      later.map((row) => mean(tasks.map((i) => at(row, i)))),
      truth,
    ) ?? 0;
  const v = anticipatedVariance(taskDifficulty(earlier), anticipatedRates(systemMeans(earlier)));
  const random = randomStreamFor('suites', `${name}/ranking`);
  const tieNumbers = v.map(() => random.double());
  const middle = middleTasks(earlier);
  return sizes.map((tasks) => {
    const chosen = rankingTasks({ variances: v, tieNumbers }, tasks);
    const orders = Array.from({ length: Math.min(400, draws) }, () => shuffled(v.length, random));
    const atRandom = orders.map((order) => tau(order.slice(0, tasks))).sort((a, b) => a - b);
    return {
      tasks,
      tau: rounded(tau('tasks' in chosen ? chosen.tasks : []), 3),
      random: {
        mean: rounded(mean(atRandom), 3),
        low: rounded(quantile(atRandom, 0.05), 3),
        high: rounded(quantile(atRandom, 0.95), 3),
      },
      middle: rounded(mean(orders.map((order) => tau(middle(order, tasks)))), 3),
    };
  });
}

function shuffled(count: number, random: RandomStream): number[] {
  const numbers = Array.from({ length: count }, () => random.double());
  return numbers.map((_, i) => i).sort((a, b) => at(numbers, a) - at(numbers, b));
}

function resultOf(mark: string): number {
  if (mark === '0' || mark === '1') return Number(mark);
  throw new Error('a system without a result on every task cannot be judged');
}

/** The models that systems of the tables name, by what their names hold. */
const models = [
  /claude[-_]?2\b/,
  /claude.?3.?opus/,
  /3[.-]?5[-_]?haiku/,
  /3[.-]5[-_]?sonnet|claude3\.5|sonnet-20241022/,
  /claude[-_]?3[-_.]?7|claude37/,
  /claude[-_ ]?(?:4[-_ ]sonnet|sonnet[-_ ]4(?![-_. ]?5))/,
  /claude[-_ ]?(?:4[-_ ]opus|opus[-_ ]4(?![-_. ]?[15]))/,
  /opus[-_ ]?4[-_. ]?1/,
  /opus[-_ ]?4[-_. ]?5/,
  /sonnet[-_]?4[-_.]5|4[-_.]5[-_]sonnet/,
  /haiku[-_]?4[-_.]5/,
  /gpt-?35/,
  /gpt-?4o/,
  /gpt-?4(?!o)/,
  /gpt[-_ ]?5[-_.]?1/,
  /gpt[-_ ]?5[-_.]?2/,
  /gpt[-_ ]?5[-_ ]?codex/,
  /gpt[-_ ]?5[-_ ]?mini/,
  /gpt[-_ ]?5[-_ ]?nano/,
  /gpt[-_ ]?5(?![-_.]?[12]|[-_ ]?(?:codex|mini|nano))/,
  /gpt_oss_120b/,
  /gpt_oss_20b/,
  /(?<![a-z])o1(?![a-z0-9])/,
  /(?<![a-z])o3(?![a-z0-9])/,
  /o4[-_]?mini/,
  /gemini[-_ ]2[-_.]0/,
  /gemini[-_ ]2[-_.]5[-_ ]pro/,
  /gemini[-_ ]2[-_.]5[-_ ]flash/,
  /gemini[-_ ]3[-_ ]pro/,
  /gemini[-_ ]3[-_ ]flash/,
  /qwen[-_]?3/,
  /qwen2/,
  /kimi/,
  /glm[-_]?4[-_.]5/,
  /glm[-_]?4[-_.]6/,
  /glm[-_]?4[-_.]7/,
  /devstral/,
  /deepseek/,
  /grok_4/,
  /grok_code/,
  /minimax_m2(?!_1)/,
  /minimax_m2_1/,
  /llama/,
] as const;

/** Scaffolds of more than one word. */
const scaffolds =
  /^(?:gemini_cli|mini_swe_agent|terminus_2|claude_code|codex_cli|letta_code|camel_ai|junie_cli|ii_agent|crux|droid|mux|warp|goose|openhands|opencode)/;

/** Whether two systems share a scaffold or a model, as far as their names say: then one would flatter the other. */
export function isFamily(one: string, other: string): boolean {
  const [first, second] = [familyOf(one), familyOf(other)];
  return first.some((key) => second.includes(key));
}

function familyOf(system: string): readonly string[] {
  const name = system.toLowerCase().replace(/^\d{8}_/, '');
  const own = models.flatMap((model) => (model.test(name) ? [model.source] : []));
  // The tables of SWE-bench Pro and GSO name models only.
  const isModel = /^(?:claude|gpt|gemini|kimi|glm|qwen|o3)(?!_c)/.test(name);
  const scaffold = scaffolds.exec(name)?.[0] ?? (isModel ? undefined : /^[a-z]+/.exec(name)?.[0]);
  return scaffold === undefined ? own : [...own, `scaffold ${scaffold}`];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function rounded(value: number, decimals = 2): number {
  return Number(value.toFixed(decimals));
}
