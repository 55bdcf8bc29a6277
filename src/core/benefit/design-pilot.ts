import { WinnowError } from '../model/errors.js';
import type { Fault } from '../model/fault.js';
import { readTarget } from '../model/select-rule.js';
import { countOf } from '../text/count-of.js';
import type { MeasuredComponents } from '../uplift/measured-components.js';
import { bestRow, type PilotGoal, type PilotRow, pilotRow, pilotRows } from '../uplift/pilot-design.js';
import { publishedComponents, publishedMean } from '../uplift/published-components.js';

/** What a pilot may cost or take. */
export interface PilotBudget {
  readonly text: string;
  readonly unit: 'usd' | 'seconds' | 'runs';
  readonly most: number;
}

/** What one benchmark has to draw from, and what a run of one of its tasks costs and takes. */
export interface PilotBenchmark {
  readonly name: string;
  readonly eligible: number;
  readonly run: { readonly costUsd: number | undefined; readonly seconds: number | undefined };
}

/** What a pilot is designed from. */
export interface PilotQuestion {
  readonly budget: PilotBudget;
  readonly goal: PilotGoal;
  readonly benchmarks: readonly PilotBenchmark[];
  /** Components of variance, and the mean uplift, of earlier pairs; undefined: the published ones. */
  readonly measured:
    | (Omit<MeasuredComponents, 'noiseBy'> & { readonly mean: number; readonly pairs: number })
    | undefined;
  /** The false-discovery rate of the lists. */
  readonly rate: number;
  /** The number of repeats that is asked for; undefined: the best one. */
  readonly repeats: number | undefined;
}

/** The numbers of tasks and repeats that a budget allows, and which to take. */
export interface PilotDesign {
  readonly rows: readonly PilotRow[];
  readonly best: PilotRow;
  /** What so many tasks with the best number of repeats would tell. */
  readonly rowOf: (tasks: number) => PilotRow;
  readonly components: MeasuredComponents['components'];
  readonly from: MeasuredComponents['from'];
  /** The mean uplift that the figures assume. */
  readonly mean: number;
}

/** "200 runs". */
const runsPattern = /^\s*(\d{1,9}) ?runs?\s*$/;

/** A budget as a person writes it: dollars, hours, minutes or runs. @throws WinnowError for anything else. */
export function readPilotBudget(text: string): PilotBudget {
  const runs = runsPattern.exec(text)?.[1];
  if (runs !== undefined) return { text: text.trim(), unit: 'runs', most: Number(runs) };
  const target = readTarget({ budget: text });
  if (target?.kind === 'budget') return { text: text.trim(), unit: target.unit, most: target.most };
  const message = `--budget must have the form "$300", "200 runs" or "6 hours"; found "${text}".`;
  throw new WinnowError([{ code: 'usage', message, hint: "For example: --budget '$300'." }]);
}

/**
 * How many tasks and repeats a budget is best spent on; tasks are shared among benchmarks by their size.
 *
 * @throws WinnowError when the price of a run is not known, or the budget pays for too little.
 */
export function designPilot(question: PilotQuestion): PilotDesign {
  const { budget, goal, measured, rate } = question;
  const benchmarks = question.benchmarks.filter(({ eligible }) => eligible > 0);
  const pool = benchmarks.reduce((sum, { eligible }) => sum + eligible, 0);
  const unpriced = benchmarks.filter((benchmark) => priceOf(benchmark, budget) === undefined);
  if (unpriced.length > 0) throw new WinnowError(unpriced.map(({ name }) => priceless(name, budget.unit)));
  const costPerRun = benchmarks.reduce((sum, own) => sum + own.eligible * (priceOf(own, budget) ?? 0), 0) / pool;
  const runs = costPerRun === 0 ? 0 : Math.floor(budget.most / costPerRun);
  const { components, from } = measured ?? { components: publishedComponents, from: 'published' as const };
  const expected = measured === undefined || measured.from === 'published' ? publishedMean : measured.mean;
  const most = pilotRows({ runs, pool, components, mean: expected, rate });
  // A benchmark without a task has no chance, and one task cannot show how far those of its benchmark lie apart.
  const ofEach = (least: number) => most.filter(({ tasks }) => tasks >= Math.min(pool, least * benchmarks.length));
  const rows = ofEach(2).length > 0 ? ofEach(2) : ofEach(1);
  const asked = question.repeats === undefined ? rows : rows.filter(({ repeats }) => repeats === question.repeats);
  const best = bestRow(asked, goal);
  if (best === undefined) throw new WinnowError([tooLittle(question, runs, benchmarks.length)]);
  const rowOf = (tasks: number) => pilotRow({ pool, components, mean: expected, rate }, best.repeats, tasks);
  return { rows, best, rowOf, components, from, mean: expected };
}

/** What so many tasks of each benchmark come to, in the unit of the budget. */
export function pilotCost(
  benchmarks: readonly PilotBenchmark[],
  takes: ReadonlyMap<string, number>,
  repeats: number,
  budget: PilotBudget,
): number {
  const costs = benchmarks.map((own) => (takes.get(own.name) ?? 0) * (priceOf(own, budget) ?? 0));
  return 2 * repeats * costs.reduce((sum, cost) => sum + cost, 0);
}

function priceOf({ run }: PilotBenchmark, { unit }: PilotBudget): number | undefined {
  return unit === 'runs' ? 1 : unit === 'usd' ? run.costUsd : run.seconds;
}

function priceless(name: string, unit: PilotBudget['unit']): Fault {
  const [key, does] = unit === 'usd' ? ['cost_usd', 'costs'] : ['seconds', 'takes'];
  return {
    code: 'pilot/budget',
    message: `benchmark "${name}": the budget needs to know what one run of a task ${does}.`,
    hint: `Give "run: { ${key}: … }" to the benchmark, or a budget in runs: --budget '200 runs'.`,
  };
}

function tooLittle({ budget, repeats }: PilotQuestion, runs: number, benchmarks: number): Fault {
  const each = repeats === undefined ? 1 : repeats;
  const needs = 2 * each * Math.max(2, benchmarks);
  const who = benchmarks === 1 ? 'two tasks' : `a task of each of ${countOf(benchmarks, 'benchmark')}`;
  return {
    code: 'pilot/budget',
    message: `the budget of ${budget.text} pays for ${countOf(runs, 'run')}; ${who} with ${countOf(each, 'run')} per side ${each === 1 && benchmarks < 2 ? 'take' : 'takes'} ${needs}.`,
    hint: 'Raise the budget, ask for fewer repeats, or leave benchmarks out of the plan.',
  };
}
