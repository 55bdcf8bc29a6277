import { namedPictures } from '../../blocks/blocks.js';
import {
  type DataOf,
  documentOf,
  entry,
  figure,
  flag,
  later,
  list,
  maybe,
  number,
  orNull,
  text,
  word,
} from '../../documents/forms.js';
import { groupBy } from '../../lists/lists.js';
import { type Fault, WinnowError } from '../../model/errors.js';
import type { Choice, Selection } from '../../model/selection.js';
import {
  bestRepeats,
  type DifferenceVariances,
  type RepeatCosts,
  repeatStandardError,
  usualGoal,
} from '../../statistics/power.js';
import type { PoolResults } from '../question/pool-results.js';
import type { OptionChoice, Question, QuestionOption } from '../question/question.js';
import {
  type AtEnds,
  atEnds,
  bothEnds,
  type Comparison,
  detectable,
  discordanceSchema,
  endOf,
  expectedComparison,
  finiteOrNull,
  isExact,
  type PlannedDiscordance,
  powerFor,
  sizeForAny,
  sizeNeeded,
  sizeOf,
  variancesSchema,
} from './comparison.js';
import { detectablePicture, powerCurvePicture } from './power-curves.js';
import { powerGrade, powerNotes, powerSections, powerVerdict } from './power-view.js';

/** What `assess power --json` prints; a figure has two ends where the assumptions about the runs have. */
export function powerSchema() {
  const ends = { low: orNull(figure()), high: orNull(figure()) };
  const row = entry({
    name: text(),
    tasks: number(),
    size: finiteOrNull('The effective number of tasks.'),
    testable: text('yes, perhaps or no.'),
    detectable: entry(ends, 'The minimum detectable effect; null where there is none.'),
    detectableExact: orNull(
      entry(ends),
      'The same, if it was summed over all results of one run; null beyond 400 tasks.',
    ),
    detectableByRepeats: list(entry({ repeats: number(), ...ends })),
    powerForWanted: orNull(entry(bothEnds()), 'The chance to find the wanted difference.'),
    powerForWantedExact: orNull(entry(bothEnds()), 'The same, if it was summed over all results of one run.'),
  });
  const best = entry({ exact: finiteOrNull(), whole: number() });
  return entry({
    kind: word(['focus', 'representative']),
    selected: number(),
    eligible: number('Tasks that could have been selected.'),
    power: number(),
    alpha: number(),
    contrasts: number('Pairs of systems that are compared.'),
    level: finiteOrNull('Alpha over the contrasts.'),
    repeats: number(),
    wantedDifference: orNull(number()),
    discordance: discordanceSchema(),
    drawShare: later(
      figure(
        'The variance of a difference over the one that the test sees: below 1 where the strata explain some of it.',
      ),
    ),
    variances: variancesSchema(),
    overall: row,
    phases: maybe(
      list(row),
      'In the order of the plan; only those with a selected task; missing if the plan has none.',
    ),
    benchmarks: list(row),
    tasksNeeded: list(entry({ difference: number(), byRepeats: list(entry({ repeats: number(), ...bothEnds() })) })),
    sameBudget: entry(
      {
        runs: number('Runs of each configuration.'),
        ways: list(
          entry({
            repeats: number(),
            tasks: number(),
            possible: flag('Whether there are that many tasks.'),
            standardError: entry(bothEnds()),
          }),
        ),
        twoRunsPayFrom: entry(bothEnds(), 'Two runs pay when setting up a task costs more than this many runs.'),
        bestRepeats: orNull(entry({ low: best, high: best }), 'The best number of runs for the costs given.'),
      },
      'The same number of runs as more tasks or as more repeats.',
    ),
    merging: entry(
      {
        difference: orNull(number(), 'The difference that merged phases are to find; null: any.'),
        needed: finiteOrNull('The tasks that it takes.'),
        groups: list(entry({ phases: list(text()), tasks: number(), size: finiteOrNull(), detectable: entry(ends) })),
        left: list(text(), 'Phases that are too small even together.'),
      },
      'Phases to take together, by their numbers.',
    ),
    notes: list(text(), 'What a reader must know about these figures.'),
  });
}

type Document = DataOf<typeof powerSchema>;

/** What a comparison of two configurations on the tasks of a selection can show. */
export type PowerAssessment = Document & { readonly discordance: PlannedDiscordance };
/** What some of the tasks can show by themselves. */
export type PowerRow = Document['overall'];
type Merging = Document['merging'];

/** The goal of the comparison, and what is known beforehand. */
export interface PowerOptions {
  /** Power to find a difference that is there. Default 0.8. */
  readonly power?: number | undefined;
  /** The significance level of the two-sided test. Default 0.05. */
  readonly alpha?: number | undefined;
  /** The difference to find, as a share: 0.1 for 10 points. */
  readonly difference?: number | undefined;
  /** The share of tasks that only one of two configurations solves. Default: from the results, or 0.21 to 0.4. */
  readonly discordance?: number | undefined;
  /** Runs of each task under each configuration. Default 1. */
  readonly repeats?: number | undefined;
  /** How many configurations are compared, each with every other. Default 2. */
  readonly configurations?: number | undefined;
  /** The cost of setting up a task once. */
  readonly taskCost?: number | undefined;
  /** The cost of one run of a task, under all configurations together. */
  readonly runCost?: number | undefined;
}

/** The numbers of runs in every table. */
const shownRepeats = [1, 2, 3, 4, 5] as const;

/** The differences in the table of tasks needed, besides the wanted one. */
const usualDifferences = [0.05, 0.1, 0.15, 0.2];

/** If no repeats are planned, tasks are weighed against repeats for a budget of three runs a task. */
const usualRepeats = 3;

/** The smallest difference that a comparison on the selected tasks finds, overall and in parts. Throws WinnowError. */
export function assessPower(
  selection: Selection,
  results: PoolResults | undefined,
  options: PowerOptions = {},
): PowerAssessment {
  refuseOptions(options);
  const { power = usualGoal.power, alpha = usualGoal.level, repeats = 1, configurations = 2 } = options;
  const { difference: wanted, taskCost, runCost } = options;
  const contrasts = (configurations * (configurations - 1)) / 2;
  const level = alpha / contrasts;
  const { comparison, size } = expectedComparison(selection, results, { level, power }, options.discordance);
  const { discordance, variances } = comparison;
  const { choices, benchmarks, plan, kind } = selection;
  // A part of a design has none of what its strata explain.
  const part = { ...comparison, drawShare: 1 };
  const rowOf = (name: string, own: readonly Choice[], isWeighted = kind === 'representative') =>
    powerRow(name, own.length, sizeOf(own, isWeighted), part, repeats, wanted);
  const overall = powerRow('all', choices.length, size, comparison, repeats, wanted);
  const byPhase = groupBy(choices, ({ task }) => task.phase);
  const phases = plan.phases.flatMap((name) => {
    const own = byPhase.get(name);
    return own === undefined ? [] : [{ row: rowOf(name, own), choices: own }];
  });
  const eligible = benchmarks.reduce((sum, each) => sum + each.eligible, 0);
  const worth = overall.tasks === 0 ? 1 : overall.size / overall.tasks;
  const needed =
    wanted === undefined ? sizeForAny(comparison, repeats) : Math.ceil(sizeNeeded(comparison, repeats, wanted).high);
  const differences = [...new Set([...usualDifferences, ...(wanted === undefined ? [] : [wanted])])];
  const costs = taskCost === undefined || runCost === undefined ? undefined : { perTask: taskCost, perRun: runCost };
  const facts = {
    ...{ kind, selected: choices.length, eligible, power, alpha, contrasts, level, repeats },
    wantedDifference: wanted,
    discordance,
    drawShare: comparison.drawShare,
    variances,
    overall,
    phases: plan.phases.length === 0 ? undefined : phases.map((each) => each.row),
    benchmarks: benchmarks
      .filter((benchmark) => benchmark.choices.length > 0)
      .map((each) => rowOf(each.plan.name, each.choices, each.kind === 'representative')),
    tasksNeeded: differences
      .sort((a, b) => a - b)
      .map((difference) => ({
        difference,
        byRepeats: shownRepeats.map((each) => {
          const tasks = sizeNeeded(comparison, each, difference);
          return { repeats: each, ...atEnds((end) => Math.ceil(tasks[end] / worth - 1e-9)) };
        }),
      })),
    sameBudget: sameBudget(comparison, choices.length * (repeats === 1 ? usualRepeats : repeats), {
      eligible,
      worth,
      costs,
    }),
    merging: mergePhases(phases, (some) => rowOf('', some), { difference: wanted, needed }),
  };
  return { ...facts, notes: powerNotes(facts, results) };
}

const most = { repeats: 100, configurations: 1000 } as const;

/** @throws WinnowError with every option that is out of range. */
function refuseOptions(options: PowerOptions): void {
  const { power = usualGoal.power, alpha = usualGoal.level, repeats = 1, configurations = 2 } = options;
  const { difference, discordance, taskCost, runCost } = options;
  const faults: Fault[] = [];
  const check = (isRight: boolean, option: string, expected: string, found: number | undefined, hint?: string) => {
    const message = `${option} must be ${expected}; found ${found ?? 'nothing'}.`;
    if (!isRight) faults.push({ code: `assess/${option}`, message, ...(hint === undefined ? {} : { hint }) });
  };
  const checkWhole = (option: keyof typeof most, found: number, least: number) => {
    const isRight = Number.isSafeInteger(found) && found >= least && found <= most[option];
    check(isRight, option, `a whole number from ${least} to ${most[option]}`, found);
  };
  check(alpha > 0 && alpha < 0.5, 'alpha', 'above 0 and below 0.5', alpha, `By custom it is ${usualGoal.level}.`);
  check(power > alpha && power < 1, 'power', 'above alpha and below 1', power, `By custom it is ${usualGoal.power}.`);
  for (const [option, share = 1] of Object.entries({ difference, discordance })) {
    check(share > 0 && share <= 1, option, 'above 0 and at most 1', share, 'Give a share: 0.15 for 15 points.');
  }
  if (difference !== undefined && discordance !== undefined && difference <= 1 && discordance > 0) {
    const hint = 'Two systems cannot differ by more tasks than they disagree on.';
    check(difference <= discordance, 'difference', `at most the discordance, ${discordance}`, difference, hint);
  }
  checkWhole('repeats', repeats, 1);
  checkWhole('configurations', configurations, 2);
  if (taskCost !== undefined || runCost !== undefined) {
    const hint = 'Give both costs, in any one unit.';
    check(taskCost !== undefined && taskCost >= 0 && taskCost < Infinity, 'task-cost', '0 or more', taskCost, hint);
    check(runCost !== undefined && runCost > 0 && runCost < Infinity, 'run-cost', 'above 0', runCost, hint);
  }
  if (faults.length > 0) throw new WinnowError(faults);
}

/** What so many tasks, worth `size` equally weighted ones, can show by themselves. */
function powerRow(
  name: string,
  tasks: number,
  size: number,
  comparison: Comparison,
  repeats: number,
  wanted: number | undefined,
): PowerRow {
  const own = detectable(comparison, size, repeats);
  const chance = wanted === undefined ? undefined : powerFor(comparison, size, repeats, wanted);
  const isSummed = isExact(comparison, size, repeats);
  return {
    name,
    tasks,
    size,
    testable: testable(own),
    detectable: own,
    detectableExact: isSummed ? own : undefined,
    detectableByRepeats: shownRepeats.map((each) => ({ repeats: each, ...detectable(comparison, size, each) })),
    powerForWanted: chance,
    powerForWantedExact: isSummed ? chance : undefined,
  };
}

/** Whether one run of tasks worth so many can show a difference. */
export function testableBy(comparison: Comparison, size: number): 'yes' | 'perhaps' | 'no' {
  return testable(detectable(comparison, size, 1));
}

/** Whether a difference can be found at both ends, at one, or at none. */
function testable({ low, high }: AtEnds<number | undefined>): 'yes' | 'perhaps' | 'no' {
  if (low !== undefined && high !== undefined) return 'yes';
  return low === undefined && high === undefined ? 'no' : 'perhaps';
}

interface Spending {
  readonly eligible: number;
  /** How many equally weighted tasks one task is worth. */
  readonly worth: number;
  readonly costs: RepeatCosts | undefined;
}

/** The standard error when the same runs are spent on more tasks or on more repeats. */
function sameBudget({ variances }: Comparison, runs: number, { eligible, worth, costs }: Spending) {
  return {
    runs,
    ways: shownRepeats.map((repeats) => {
      const tasks = Math.max(1, Math.round(runs / repeats));
      const standardError = atEnds((end) => repeatStandardError(endOf(variances, end), tasks * worth, repeats));
      return { repeats, tasks, possible: tasks <= eligible, standardError };
    }),
    // (A + B)(c + 1) = (A + B/2)(c + 2) for c = 2A/B, with A between tasks, B of the runs, c of a task in runs.
    twoRunsPayFrom: atEnds((end) => (2 * variances.effect[end]) / variances.within[end]),
    bestRepeats: costs === undefined ? undefined : atEnds((end) => best(endOf(variances, end), costs)),
  };
}

/** The rounding that costs least: of two neighbours the nearer need not be the better. */
function best(variances: DifferenceVariances, costs: RepeatCosts) {
  const exact = bestRepeats(variances, costs);
  const costOf = (repeats: number) =>
    (variances.effect + variances.within / repeats) * (costs.perTask + repeats * costs.perRun);
  const lower = Math.min(most.repeats, Math.max(1, Math.floor(exact)));
  const upper = Math.min(most.repeats, lower + 1);
  return { exact, whole: costOf(upper) < costOf(lower) ? upper : lower };
}

/** Joins the smallest phases until they are enough; it looks only at numbers. All phases together are no group. */
export function mergePhases(
  phases: readonly { readonly row: Pick<PowerRow, 'name' | 'size'>; readonly choices: readonly Choice[] }[],
  rowOf: (choices: readonly Choice[]) => Pick<PowerRow, 'size' | 'detectable'>,
  { difference, needed }: Pick<Merging, 'difference' | 'needed'>,
): Merging {
  // The sort is stable: phases of equal size stay in the order of the plan.
  const small = phases.filter(({ row }) => row.size < needed).sort((a, b) => a.row.size - b.row.size);
  const groups: (typeof small)[] = [];
  let open: typeof small = [];
  for (const phase of small) {
    open.push(phase);
    if (rowOf(open.flatMap(({ choices }) => choices)).size < needed) continue;
    groups.push(open);
    open = [];
  }
  groups.at(-1)?.push(...open);
  if (groups[0]?.length === phases.length) groups.pop();
  return {
    difference,
    needed,
    groups: groups.map((group) => {
      const choices = group.flatMap((phase) => phase.choices);
      const { size, detectable: found } = rowOf(choices);
      return { phases: group.map(({ row }) => row.name), tasks: choices.length, size, detectable: found };
    }),
    left: groups.length === 0 ? small.map(({ row }) => row.name) : [],
  };
}

/** The differences to choose from on a page. */
const pointChoices: readonly OptionChoice[] = Array.from({ length: 40 }, (_, i) => {
  return { value: (i + 1) / 100, words: `${i + 1} ${i === 0 ? 'point' : 'points'}` };
});
const initialDifference = 0.15;

const option = (value: string, help: string, usual?: string, control?: QuestionOption['control']): QuestionOption => ({
  kind: 'number',
  value,
  help,
  default: usual,
  ...(control === undefined ? {} : { control }),
});

/** What a comparison on the selected tasks can show. */
export const powerQuestion: Question<PowerOptions> = {
  name: 'power',
  title: 'Power',
  summary: 'the smallest difference that a comparison on these tasks can detect',
  description:
    'Finds the smallest difference between two systems that the selected tasks can detect, overall and in each phase and\n' +
    'benchmark, what a smaller one would need, and whether more tasks or more repeats make better use of the same runs.\n' +
    'Needs no results; with results of two systems, it uses how often they disagree.',
  options: {
    difference: option('share', 'the difference that you want to find: 0.1 for 10 points', undefined, {
      label: 'Wanted difference',
      isScale: true,
      choices: () => pointChoices,
      initial: () => initialDifference,
    }),
    power: option('share', 'the power: the probability of finding a true difference', '0.8'),
    alpha: option('share', 'the significance level of the two-sided test', '0.05'),
    discordance: option('share', 'tasks that only one of two solves', 'from results, or 0.2-0.3'),
    repeats: option('count', 'runs of each task with each system', '1', {
      label: 'Runs of each task',
      isScale: false,
      choices: () => shownRepeats.map((value) => ({ value, words: String(value) })),
      initial: () => 1,
    }),
    configurations: option('count', 'how many systems you compare, each with each', '2'),
    taskCost: option('cost', 'the cost of setting up a task, to weigh tasks against repeats'),
    runCost: option('cost', 'the cost of one run of a task with all systems'),
  },
  schema: powerSchema,
  needsResults: false,
  isQuick: true,
  ask: ({ selection, results }, options) => {
    const assessment = assessPower(selection, results?.pool, options);
    const whyNone = results?.whyNone;
    return {
      grade: powerGrade(assessment),
      verdict: powerVerdict(assessment),
      document: documentOf(powerSchema(), assessment),
      sections: powerSections(selection.plan.name, assessment),
      notes: [...assessment.notes, ...(whyNone === undefined ? [] : [`No result was used: ${whyNone}`])],
      pictures:
        assessment.selected === 0
          ? []
          : namedPictures([
              ['power-curve', powerCurvePicture(assessment)],
              ['power-by-tasks', detectablePicture(assessment)],
            ]),
    };
  },
};
