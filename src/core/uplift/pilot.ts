import { type DataOf, entry, figure, flag, list, number, orNull, text, word } from '../documents/forms.js';
import { largest, sumOf } from '../lists/lists.js';
import { type Fault, WinnowError } from '../model/errors.js';
import { readTarget } from '../model/select-rule.js';
import { type Drawing, drawChart } from '../pictures/chart.js';
import { countOf } from '../text/words.js';
import { type PairedTask, publishedComponents, publishedMean, type UpliftComponents } from './paired-tasks.js';
import { PassForecast } from './pass-forecast.js';
import { bestRow, type PilotGoal, pilotRow, pilotRows } from './pilot-design.js';

/** The output of `pilot --json`. */
export function pilotSchema() {
  const row = {
    repeats: number('Runs per task in each arm.'),
    tasks: number(),
    runs: number('Runs in both arms together.'),
    halfWidth: figure('Half the width of the expected 95% interval for the mean uplift.'),
    reliability: figure('The reliability of a task’s uplift, from 0 to 1.'),
    found: orNull(
      figure(),
      'Tasks expected to be listed as benefiting at the false-discovery rate; null if there would be no list, because there are no repeats or fewer than 20 tasks.',
    ),
    topQuarter: orNull(
      figure(),
      'The expected true uplift of the quarter of tasks with the largest measured uplift; null as above.',
    ),
  };
  const notes = list(entry({ code: text(), message: text() }));
  return entry({
    plan: text('The name of the pilot’s plan.'),
    goal: text(),
    budget: entry({ text: text(), unit: word(['usd', 'seconds', 'runs']), most: number(), used: figure() }),
    falseDiscoveryRate: number(),
    design: entry(row),
    noise: entry({
      from: word(
        ['results', 'single-runs', 'published'],
        '"single-runs": the sum of the three variances is from pairs with one run per arm, and the share of each is assumed.',
      ),
      pairs: number('The number of earlier pairs.'),
      with: orNull(text()),
      without: orNull(text()),
      runVarianceWithout: figure(),
      runVarianceWith: figure(),
      varianceOfUplift: figure(),
      meanUplift: figure('The mean uplift that the figures assume.'),
    }),
    rows: list(entry({ ...row, chosen: flag() }), 'The designs that fit the budget, one for each number of repeats.'),
    benchmarks: list(
      entry({
        name: text(),
        eligible: number(),
        tasks: number(),
        strata: orNull(text(), 'The label that stratifies its tasks.'),
      }),
    ),
    written: orNull(list(text()), 'The files; null with --dry-run.'),
    warnings: notes,
    poolNotes: notes,
  });
}

export type Pilot = DataOf<typeof pilotSchema>;
export type PilotBudget = Omit<Pilot['budget'], 'used'>;
export type PilotRow = Pilot['design'];

/** A benchmark's eligible tasks, and the cost and duration of one run. */
export interface PilotBenchmark {
  readonly name: string;
  readonly eligible: number;
  readonly run: { readonly costUsd: number | undefined; readonly seconds: number | undefined };
}

export interface PilotQuestion {
  readonly budget: PilotBudget;
  readonly goal: PilotGoal;
  readonly benchmarks: readonly PilotBenchmark[];
  /** Variance components and mean uplift of earlier pairs; undefined to use the published ones. */
  readonly measured:
    | {
        readonly from: Pilot['noise']['from'];
        readonly components: UpliftComponents;
        readonly mean: number;
        /** The pairs if their runs only pass or fail. */
        readonly passes: readonly PairedTask[] | undefined;
      }
    | undefined;
  readonly rate: number;
  /** The requested number of repeats; undefined for the best one. */
  readonly repeats: number | undefined;
}

export type PilotDesign = ReturnType<typeof designPilot>;

/** For example "200 runs". */
const runsPattern = /^\s*(\d{1,9}) ?runs?\s*$/;

/** Reads a budget in dollars, hours, minutes or runs. Throws WinnowError for anything else. */
export function readPilotBudget(text: string): PilotBudget {
  const runs = runsPattern.exec(text)?.[1];
  if (runs !== undefined) return { text: text.trim(), unit: 'runs', most: Number(runs) };
  const target = readTarget({ budget: text });
  if (target?.kind === 'budget') return { text: text.trim(), unit: target.unit, most: target.most };
  const message = `--budget must have the form "$300", "200 runs" or "6 hours"; found "${text}".`;
  throw new WinnowError([{ code: 'usage', message, hint: "For example: --budget '$300'." }]);
}

/** The best design for a budget. Throws WinnowError if a price is missing or the budget is too small. */
export function designPilot(question: PilotQuestion) {
  const { budget, goal, measured, rate } = question;
  const benchmarks = question.benchmarks.filter(({ eligible }) => eligible > 0);
  const pool = sumOf(benchmarks, ({ eligible }) => eligible);
  const unpriced = benchmarks.filter((benchmark) => priceOf(benchmark, budget) === undefined);
  if (unpriced.length > 0) throw new WinnowError(unpriced.map(({ name }) => priceless(name, budget.unit)));
  const costPerRun = sumOf(benchmarks, (own) => own.eligible * (priceOf(own, budget) ?? 0)) / pool;
  const runs = costPerRun === 0 ? 0 : Math.floor(budget.most / costPerRun);
  const published = { components: publishedComponents, from: 'published' as const, mean: publishedMean };
  const { components, from, mean: expected } = measured ?? published;
  const passes = measured?.passes && new PassForecast(measured.passes);
  const setting = { components, mean: expected, rate, passes };
  const most = pilotRows({ runs, pool, ...setting });
  // Every benchmark needs a task to be represented, and two tasks to show variation within it.
  const ofEach = (least: number) => most.filter(({ tasks }) => tasks >= Math.min(pool, least * benchmarks.length));
  const rows = ofEach(2).length > 0 ? ofEach(2) : ofEach(1);
  const asked = question.repeats === undefined ? rows : rows.filter(({ repeats }) => repeats === question.repeats);
  const best = bestRow(asked, goal);
  if (best === undefined) throw new WinnowError([tooLittle(question, runs, benchmarks.length)]);
  const rowOf = (tasks: number) => pilotRow(setting, best.repeats, tasks);
  return { rows, best, rowOf, components, from, mean: expected };
}

/** The cost of the tasks taken from each benchmark, in the unit of the budget. */
export function pilotCost(
  benchmarks: readonly PilotBenchmark[],
  takes: ReadonlyMap<string, number>,
  repeats: number,
  budget: PilotBudget,
): number {
  return 2 * repeats * sumOf(benchmarks, (own) => (takes.get(own.name) ?? 0) * (priceOf(own, budget) ?? 0));
}

function priceOf({ run }: PilotBenchmark, { unit }: PilotBudget): number | undefined {
  return unit === 'runs' ? 1 : unit === 'usd' ? run.costUsd : run.seconds;
}

function priceless(name: string, unit: PilotBudget['unit']): Fault {
  const [key, figure, currency] = unit === 'usd' ? ['cost_usd', 'cost', 'dollars'] : ['seconds', 'duration', 'hours'];
  return {
    code: 'pilot/budget',
    message: `benchmark "${name}": a budget in ${currency} needs the ${figure} of one run.`,
    hint: `Add "run: { ${key}: … }" to the benchmark, or give the budget in runs: --budget '200 runs'.`,
  };
}

function tooLittle({ budget, repeats }: PilotQuestion, runs: number, benchmarks: number): Fault {
  const each = repeats === undefined ? 1 : repeats;
  const needs = 2 * each * Math.max(2, benchmarks);
  const who = benchmarks === 1 ? 'two tasks' : `one task from each of ${countOf(benchmarks, 'benchmark')}`;
  return {
    code: 'pilot/budget',
    message: `the budget of ${budget.text} covers ${countOf(runs, 'run')}, but ${who}, with ${countOf(each, 'run')} per arm, ${each === 1 && benchmarks < 2 ? 'take' : 'takes'} ${needs}.`,
    hint: 'Raise the budget, use fewer repeats, or remove benchmarks from the plan.',
  };
}

/** Plots the goal's figure against the number of repeats; undefined for a single row. */
export function pilotPicture({ rows, best }: PilotDesign, goal: PilotGoal): Drawing | undefined {
  if (rows.length < 2) return undefined;
  const points = rows.map((row) => [row.repeats, goal.figure(row)] as const);
  const figures = points.map(([, figure]) => figure);
  const own = [[best.repeats, goal.figure(best)]] as const;
  const told = rows.map((row) => `${goal.figure(row).toFixed(3)} with ${row.repeats} (${row.tasks} tasks)`);
  return drawChart({
    title: 'Tasks or repeats?',
    description: `${goal.figureWords}, by runs per task in each arm: ${told.join('; ')}.`,
    x: { label: 'runs per task in each arm', from: 1, to: largest(points.map(([repeats]) => repeats)) },
    y: { label: goal.figureWords, from: 0, to: 1.1 * largest(figures, 1e-6) },
    marks: [
      { kind: 'line', points, colour: 'blue' },
      { kind: 'dots', points: own, colour: 'orange', label: 'this pilot', radius: 5, opacity: 1 },
    ],
  });
}
