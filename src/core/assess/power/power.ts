import {
  type DataOf,
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
import { groupBy, sumOf } from '../../lists/lists.js';
import type { Choice, Selection } from '../../model/selection.js';
import { isExactPower } from '../../statistics/detectable-difference.js';
import {
  bestRepeats,
  type DifferenceVariances,
  type RepeatCosts,
  repeatStandardError,
  usualGoal,
} from '../../statistics/power.js';
import type { PoolResults } from '../question/pool-results.js';
import {
  answerOf,
  OptionChecks,
  type OptionChoice,
  type OptionValues,
  option,
  type Question,
} from '../question/question.js';
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
  type PlannedDiscordance,
  powerFor,
  sizeForAny,
  sizeNeeded,
  sizeOf,
  variancesSchema,
} from './comparison.js';
import { detectablePicture, powerCurvePicture } from './power-curves.js';
import { powerGrade, powerNotes, powerSections, powerVerdict } from './power-view.js';

/** The document that `assess power --json` prints. Figures have two ends if the assumptions do. */
export function powerSchema() {
  const ends = { low: orNull(figure()), high: orNull(figure()) };
  const row = entry({
    name: text(),
    tasks: number(),
    size: finiteOrNull('The equivalent number of equally weighted tasks in the comparison.'),
    effectiveSize: later(finiteOrNull('(Σw)² / Σw² of the weights; the number of tasks without weights.')),
    testable: text('yes, perhaps or no.'),
    detectable: entry(ends, 'The minimum detectable effect; null if there is none.'),
    detectableExact: orNull(
      entry(ends),
      'The same, from an exact sum over all outcomes of one run; null beyond 400 tasks.',
    ),
    detectableByRepeats: list(entry({ repeats: number(), ...ends })),
    powerForWanted: orNull(entry(bothEnds()), 'The power for the wanted difference.'),
    powerForWantedExact: orNull(entry(bothEnds()), 'The same, from an exact sum over all outcomes of one run.'),
  });
  const best = entry({ exact: finiteOrNull(), whole: number() });
  return entry({
    kind: word(['focus', 'representative']),
    selected: number(),
    eligible: number('Tasks that could have been selected.'),
    power: number(),
    alpha: number(),
    contrasts: number('Pairs of systems to compare.'),
    level: finiteOrNull('Alpha divided by the contrasts.'),
    repeats: number(),
    wantedDifference: orNull(number()),
    discordance: discordanceSchema(),
    drawShare: later(
      figure(
        'The variance of a difference relative to the variance in the test; below 1 if the strata explain part of it.',
      ),
    ),
    variances: variancesSchema(),
    overall: row,
    phases: maybe(list(row), 'In plan order, only those with selected tasks; missing if the plan has no phases.'),
    benchmarks: list(row),
    tasksNeeded: list(entry({ difference: number(), byRepeats: list(entry({ repeats: number(), ...bothEnds() })) })),
    sameBudget: entry(
      {
        runs: number('Runs of each system.'),
        ways: list(
          entry({
            repeats: number(),
            tasks: number(),
            possible: flag('Whether the pool has enough tasks.'),
            standardError: entry(bothEnds()),
          }),
        ),
        twoRunsPayFrom: entry(bothEnds(), 'A second run pays off if setting up a task costs more than this many runs.'),
        bestRepeats: orNull(entry({ low: best, high: best }), 'The best number of runs for the given costs.'),
      },
      'The same number of runs, spent on more tasks or on more repeats.',
    ),
    merging: entry(
      {
        difference: orNull(number(), 'The difference that merged phases should detect; null for any difference.'),
        needed: finiteOrNull('The tasks needed.'),
        groups: list(entry({ phases: list(text()), tasks: number(), size: finiteOrNull(), detectable: entry(ends) })),
        left: list(text(), 'Phases that are too small even together.'),
      },
      'Phases to merge, by size.',
    ),
    notes: list(text(), 'Notes on these figures.'),
  });
}

type Document = DataOf<typeof powerSchema>;

/** The differences that a comparison of two systems on the selected tasks can detect. */
export type PowerAssessment = Document & { readonly discordance: PlannedDiscordance };
export type PowerRow = Document['overall'];
type Merging = Document['merging'];

const shownRepeats = [1, 2, 3, 4, 5] as const;

const pointChoices: readonly OptionChoice[] = Array.from({ length: 40 }, (_, i) => {
  return { value: (i + 1) / 100, words: `${i + 1} ${i === 0 ? 'point' : 'points'}` };
});

const options = {
  difference: option('number', 'share', 'the difference to detect: 0.1 for 10 points', undefined, {
    control: { label: 'Difference to detect', isScale: true, choices: () => pointChoices, initial: () => 0.15 },
  }),
  power: option('number', 'share', 'the probability of detecting a true difference', '0.8'),
  alpha: option('number', 'share', 'the significance level of the two-sided test', '0.05'),
  discordance: option(
    'number',
    'share',
    'the share of tasks that only one of two systems solves',
    'from results, or 0.21 to 0.4',
  ),
  repeats: option('number', 'count', 'runs of each task per system', '1', {
    control: {
      label: 'Runs per task',
      isScale: false,
      choices: () => shownRepeats.map((value) => ({ value, words: String(value) })),
      initial: () => 1,
    },
  }),
  configurations: option('number', 'count', 'number of systems, compared in pairs', '2'),
  taskCost: option('number', 'cost', 'cost of setting up a task, to weigh tasks against repeats'),
  runCost: option('number', 'cost', 'cost of running a task once with all systems'),
};
export type PowerOptions = OptionValues<typeof options>;

/** The table of tasks needed contains these differences and the wanted one. */
const usualDifferences = [0.05, 0.1, 0.15, 0.2];

/** Without planned repeats, the budget for "more tasks or more repeats" is three runs per task. */
const usualRepeats = 3;

/** The smallest difference that the selected tasks detect, overall and by part. Throws WinnowError. */
export function assessPower(
  selection: Selection,
  results: PoolResults | undefined,
  given: PowerOptions = {},
): PowerAssessment {
  refuseOptions(given);
  const { power = usualGoal.power, alpha = usualGoal.level, repeats = 1, configurations = 2 } = given;
  const { difference: wanted, taskCost, runCost } = given;
  const contrasts = (configurations * (configurations - 1)) / 2;
  const level = alpha / contrasts;
  const { comparison, size } = expectedComparison(selection, results, { level, power }, given.discordance);
  const { discordance, variances } = comparison;
  const { choices, benchmarks, plan, kind } = selection;
  // The strata's gain in precision applies only to the whole design, not to a part.
  const part = { ...comparison, drawShare: 1 };
  const rowOf = (name: string, own: readonly Choice[], isWeighted = kind === 'representative') =>
    powerRow(name, own, sizeOf(own, isWeighted), part, repeats, wanted);
  const whole = { length: choices.length, effectiveSize: sizeOf(choices, kind === 'representative') };
  const overall = powerRow('all', whole, size, comparison, repeats, wanted);
  const byPhase = groupBy(choices, ({ task }) => task.phase);
  const phases = plan.phases.flatMap((name) => {
    const own = byPhase.get(name);
    return own === undefined ? [] : [{ row: rowOf(name, own), choices: own }];
  });
  const eligible = sumOf(benchmarks, (each) => each.eligible);
  const worth = overall.tasks === 0 ? 1 : overall.size / overall.tasks;
  const needed =
    wanted === undefined ? sizeForAny(comparison, repeats) : Math.ceil(sizeNeeded(comparison, repeats, wanted).high);
  const differences = [...new Set([...usualDifferences, ...(wanted === undefined ? [] : [wanted])])];
  const costs = taskCost === undefined || runCost === undefined ? undefined : { perTask: taskCost, perRun: runCost };
  const runs = choices.length * (repeats === 1 ? usualRepeats : repeats);
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
    sameBudget: sameBudget(comparison, runs, eligible, worth, costs),
    merging: mergePhases(phases, (some) => rowOf('', some), { difference: wanted, needed }),
  };
  return { ...facts, notes: powerNotes(facts, results) };
}

const mostRepeats = 100;

/** @throws WinnowError with every option that is out of range. */
function refuseOptions(given: PowerOptions): void {
  const { power = usualGoal.power, alpha = usualGoal.level, repeats = 1, configurations = 2 } = given;
  const { difference, discordance, taskCost, runCost } = given;
  const checks = new OptionChecks();
  const usually = (value: number) => `The default is ${value}.`;
  checks.check(alpha > 0 && alpha < 0.5, 'alpha', 'above 0 and below 0.5', alpha, usually(usualGoal.level));
  checks.check(power > alpha && power < 1, 'power', 'above alpha and below 1', power, usually(usualGoal.power));
  for (const [name, share = 1] of Object.entries({ difference, discordance })) {
    checks.check(share > 0 && share <= 1, name, 'above 0 and at most 1', share, 'Give a share: 0.15 for 15 points.');
  }
  if (difference !== undefined && discordance !== undefined && difference <= 1 && discordance > 0) {
    const hint = 'Two systems cannot differ by more than the share of tasks on which they disagree.';
    const expected = `at most the discordance, ${discordance}`;
    checks.check(difference <= discordance, 'difference', expected, difference, hint);
  }
  checks.whole('repeats', repeats, 1, mostRepeats);
  checks.whole('configurations', configurations, 2, 1000);
  if (taskCost !== undefined || runCost !== undefined) {
    const hint = 'Give both costs, in the same unit.';
    const isCost = (cost = Number.NaN, least = 0) => cost >= least && cost < Infinity;
    checks.check(isCost(taskCost), 'task-cost', '0 or more', taskCost, hint);
    checks.check(isCost(runCost) && runCost !== 0, 'run-cost', 'above 0', runCost, hint);
  }
  checks.done();
}

function powerRow(
  name: string,
  { length: tasks, effectiveSize }: { readonly length: number; readonly effectiveSize?: number },
  size: number,
  comparison: Comparison,
  repeats: number,
  wanted: number | undefined,
): PowerRow {
  const own = detectable(comparison, size, repeats);
  const chance = wanted === undefined ? undefined : powerFor(comparison, size, repeats, wanted);
  const isSummed = repeats === 1 && isExactPower({ size, isPartial: comparison.discordance.partialRewards });
  return {
    name,
    tasks,
    size,
    effectiveSize: effectiveSize ?? size,
    testable: testable(own),
    detectable: own,
    detectableExact: isSummed ? own : undefined,
    detectableByRepeats: shownRepeats.map((each) => ({ repeats: each, ...detectable(comparison, size, each) })),
    powerForWanted: chance,
    powerForWantedExact: isSummed ? chance : undefined,
  };
}

/** Yes, perhaps or no: a difference is detectable at both ends, at one, or at neither. */
export function testable({ low, high }: AtEnds<number | undefined>): 'yes' | 'perhaps' | 'no' {
  if (low !== undefined && high !== undefined) return 'yes';
  return low === undefined && high === undefined ? 'no' : 'perhaps';
}

/** The standard error of the same runs as more tasks or more repeats. A task is `worth` this many of equal weight. */
function sameBudget(
  { variances }: Comparison,
  runs: number,
  eligible: number,
  worth: number,
  costs: RepeatCosts | undefined,
) {
  return {
    runs,
    ways: shownRepeats.map((repeats) => {
      const tasks = Math.max(1, Math.round(runs / repeats));
      const standardError = atEnds((end) => repeatStandardError(endOf(variances, end), tasks * worth, repeats));
      return { repeats, tasks, possible: tasks <= eligible, standardError };
    }),
    // Solves (A + B)(c + 1) = (A + B/2)(c + 2), so c = 2A/B: A is the variance between tasks, B of runs, c the setup
    // cost in runs.
    twoRunsPayFrom: atEnds((end) => (2 * variances.effect[end]) / variances.within[end]),
    bestRepeats: costs === undefined ? undefined : atEnds((end) => best(endOf(variances, end), costs)),
  };
}

/** Picks the cheaper neighbour, which is not always the nearer one. */
function best(variances: DifferenceVariances, costs: RepeatCosts) {
  const exact = bestRepeats(variances, costs);
  const costOf = (repeats: number) =>
    (variances.effect + variances.within / repeats) * (costs.perTask + repeats * costs.perRun);
  const lower = Math.min(mostRepeats, Math.max(1, Math.floor(exact)));
  const upper = Math.min(mostRepeats, lower + 1);
  return { exact, whole: costOf(upper) < costOf(lower) ? upper : lower };
}

/** Merges the smallest phases until they are large enough, by size only. Merging all phases does not count. */
export function mergePhases(
  phases: readonly { readonly row: Pick<PowerRow, 'name' | 'size'>; readonly choices: readonly Choice[] }[],
  rowOf: (choices: readonly Choice[]) => Pick<PowerRow, 'size' | 'detectable'>,
  { difference, needed }: Pick<Merging, 'difference' | 'needed'>,
): Merging {
  // The sort is stable, so phases of equal size stay in plan order.
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

export const powerQuestion: Question<PowerOptions> = {
  name: 'power',
  title: 'Power',
  summary: 'Show the smallest difference that these tasks can detect',
  description:
    'Shows the smallest detectable difference between two systems, overall and by phase and benchmark, the tasks needed\n' +
    'to detect other differences, and whether more tasks or more repeats help more for the same number of runs.\n' +
    'Needs no results. With results of two systems, uses the share of tasks on which they disagree.',
  options,
  schema: powerSchema,
  isQuick: true,
  ask: ({ selection, results }, given) => {
    const assessment = assessPower(selection, results?.pool, given);
    const verdict = powerVerdict(assessment);
    const whyNone = results?.whyNone;
    return answerOf(powerSchema(), assessment, {
      grade: powerGrade(assessment),
      verdict,
      sections: powerSections(selection.plan.name, assessment),
      notes: [...assessment.notes, ...(whyNone === undefined ? [] : [`Results not used: ${whyNone}`])],
      pictures:
        assessment.selected === 0
          ? []
          : [
              ['power-curve', powerCurvePicture(assessment, verdict)],
              ['power-by-tasks', detectablePicture(assessment, verdict)],
            ],
    });
  },
};
