import {
  figureColumn,
  line,
  namedPictures,
  quietLine,
  type Section,
  tableOf,
  wordColumn,
} from '../../blocks/blocks.js';
import { entry, flag, list, number, numberOrNull, orNull, text } from '../../manifest/json-forms.js';
import { WinnowError } from '../../model/errors.js';
import { type Frontier, type FrontierPoint, type Optimum, type RuleCost, studyOptimum } from '../../model/optimum.js';
import { countOf, formatCount } from '../../text/count-of.js';
import { visibleText } from '../../text/visible-text.js';
import { type Comparison, detectable } from '../power/detectable.js';
import { expectedComparison } from '../power/expected-comparison.js';
import { foundWords, shareRange } from '../power/power-words.js';
import { figure } from '../question/figure.js';
import type { Answer, AssessInput, Question } from '../question/question.js';
import { frontierPicture } from './frontier-picture.js';

/** What `assess frontier --json` prints. */
function frontierSchema() {
  return entry({
    plan: text(),
    optima: list(
      entry({
        benchmarks: list(text(), 'Those that share the goal.'),
        goal: text(),
        value: number('What the goal comes to.'),
        rule_costs: list(
          entry({
            rule: text(),
            weaker: text('The rule, one weaker.'),
            gain: numberOrNull('What the goal would gain; null where that was not settled in time.'),
          }),
        ),
        frontiers: list(
          entry({
            budget: text('What is limited: tasks, dollars for runs, seconds of runs, or a field.'),
            points: list(
              entry({
                budget: number(),
                is_plan: flag('Whether it is the budget of the plan.'),
                goal: numberOrNull(
                  'The best goal; null where no selection keeps the rules, or none was found in time.',
                ),
                is_settled: flag('Whether that was proven.'),
                tasks: numberOrNull(),
                detectable: orNull(
                  entry({ low: numberOrNull(), high: numberOrNull() }),
                  'The smallest difference of two systems found with 80% power, as in `assess power`; null without a selection.',
                ),
              }),
            ),
          }),
        ),
      }),
    ),
  });
}

/** How many budgets are tried, if nobody says. */
const frontierPoints = 7;

/** What a budget buys: the goal against tasks, dollars and hours, and what each rule costs. */
export const frontierQuestion: Question<{ readonly points?: number }> = {
  name: 'frontier',
  title: 'Frontier',
  summary: 'for a plan with a goal: what it comes to at other budgets, and what each rule costs',
  description:
    'Solves again with the number of tasks, and each budget, smaller and larger than the plan says, and with every rule\n' +
    'one weaker. Has a meaning only for plans that optimise.',
  options: {
    points: {
      kind: 'number',
      value: 'count',
      help: 'how many budgets to try, 3 to 41',
      default: String(frontierPoints),
    },
  },
  schema: frontierSchema,
  needsResults: false,
  isQuick: false,
  isMeant: ({ selection }) => selection.benchmarks.some(({ optimum }) => optimum !== undefined),
  ask: (input, { points = frontierPoints }) => {
    if (!Number.isInteger(points) || points < 3 || points > 41) {
      const message = `the number of budgets must be a whole number from 3 to 41; found ${points}.`;
      throw new WinnowError([{ code: 'usage', message }]);
    }
    return answerOn(input, points);
  },
};

interface Studied {
  readonly benchmarks: readonly string[];
  readonly optimum: Optimum;
  readonly costs: readonly RuleCost[];
  readonly frontiers: readonly Frontier[];
}

function answerOn({ selection, results, optimiser }: AssessInput, points: number): Answer {
  const { comparison } = expectedComparison(selection, results?.pool);
  const optima = new Set(selection.benchmarks.flatMap(({ optimum }) => optimum ?? []));
  const studied = [...optima].flatMap((optimum): Studied[] => {
    const benchmarks = selection.benchmarks.filter((each) => each.optimum === optimum).map(({ plan }) => plan.name);
    if (optimum.studied !== undefined)
      return [{ benchmarks, optimum, costs: optimum.studied.ruleCosts, frontiers: optimum.studied.frontiers }];
    const study = studyOptimum(optimum, selection, optimiser);
    return study === undefined
      ? []
      : [{ benchmarks, optimum, costs: study.ruleCosts(), frontiers: study.frontiers(points) }];
  });
  const document = { plan: selection.plan.name, optima: studied.map((each) => entryOf(each, comparison)) };
  if (studied.length === 0) {
    const verdict =
      optima.size === 0
        ? 'The plan has no goal to optimise, so that there is no frontier.'
        : 'Not worked out here: that takes solving again ("winnow assess frontier").';
    return {
      grade: 'unknown',
      verdict,
      document,
      sections: [{ blocks: [line(verdict, { isVerdict: true })] }],
      notes: [],
      pictures: [],
    };
  }
  const verdict = verdictOn(studied);
  const pictures = studied.flatMap(({ frontiers, optimum }, i) =>
    frontiers.map((frontier, at) => {
      return [`frontier-${i + 1}-${at + 1}`, frontierPicture(frontier, optimum.certificate.goal)] as const;
    }),
  );
  return {
    grade: 'good',
    verdict,
    document,
    sections: [
      { blocks: [line(verdict, { isVerdict: true })] },
      ...studied.flatMap((each) => sectionsOf(each, comparison)),
    ],
    notes: [],
    method: `Every figure was found by solving again; a difference is one of two systems run once on every task, at a discordance of ${shareRange(comparison.discordance)}.`,
    pictures: namedPictures(pictures),
  };
}

function verdictOn(studied: readonly Studied[]): string {
  const costs = studied.flatMap((each) => each.costs);
  const dearest = costs.reduce<RuleCost | undefined>(
    (most, cost) => ((cost.gain ?? 0) > (most?.gain ?? 0) ? cost : most),
    undefined,
  );
  if (dearest === undefined)
    return `None of ${countOf(costs.length, 'rule')} costs the goal anything when it is one weaker.`;
  return `The dearest rule is "${visibleText(dearest.rule, 120)}": one weaker, the goal would gain ${short(dearest.gain ?? 0)}.`;
}

function sectionsOf({ benchmarks, optimum, costs, frontiers }: Studied, comparison: Comparison): Section[] {
  const who = benchmarks.map((name) => visibleText(name, 40)).join(', ');
  const title = `${who}: ${visibleText(optimum.certificate.goal, 120)}`;
  return [
    {
      title,
      blocks: [
        tableOf(
          `What the rules cost (${who})`,
          [wordColumn('rule'), wordColumn('one weaker'), figureColumn('gain of the goal', 'gain')],
          costs.map(({ rule, weaker, gain }) => [
            visibleText(rule, 100),
            visibleText(weaker, 60),
            gain === undefined ? 'not settled' : short(gain),
          ]),
          { most: 20 },
        ),
      ],
    },
    ...frontiers.map(
      (frontier): Section => ({
        title: `The goal by ${visibleText(frontier.budget, 60)}`,
        blocks: [
          tableOf(
            `The goal by ${visibleText(frontier.budget, 60)} (${who})`,
            [
              figureColumn(visibleText(frontier.budget, 40)),
              figureColumn('goal'),
              figureColumn('tasks chosen', 'tasks'),
              figureColumn('smallest difference found', 'detectable'),
              wordColumn('remark', ''),
            ],
            frontier.points.map((point) => [
              formatCount(point.budget),
              point.goal === undefined ? '–' : short(point.goal),
              point.tasks === undefined ? '–' : formatCount(point.tasks),
              foundWords(detectableAt(point, comparison)) ?? '–',
              remarkOn(point),
            ]),
          ),
          ...(frontier.points.length < 2 ? [quietLine('There is no other budget to try.')] : []),
        ],
      }),
    ),
  ];
}

/** What one budget buys, in one sentence. */
export function pointSentence(
  point: FrontierPoint,
  { budget }: Frontier,
  goal: string,
  comparison: Comparison,
): string {
  const { isPlan, tasks } = point;
  const at = `${formatCount(point.budget)} ${visibleText(budget, 60)}${isPlan ? ', as in the plan,' : ''}`;
  if (point.goal === undefined) return `With ${at} ${remarkOn(point)}.`;
  const difference = foundWords(detectableAt(point, comparison));
  const found = difference === undefined ? '' : `, which find a difference of ${difference}`;
  const chosen = tasks === undefined ? '' : `: ${countOf(tasks, 'task')}${found}`;
  return `With ${at} ${visibleText(goal, 120)} comes to ${short(point.goal)}${chosen}${point.isSettled ? '' : ' (best found in time)'}.`;
}

function remarkOn({ isPlan, isSettled, goal }: FrontierPoint): string {
  if (isPlan) return 'the plan';
  if (goal === undefined) return isSettled ? 'no selection keeps the rules' : 'none found in time';
  return isSettled ? '' : 'best found in time';
}

/** The smallest difference that one run of so many tasks shows, as `assess power` works it out. */
function detectableAt({ tasks = 0 }: FrontierPoint, comparison: Comparison) {
  return detectable(comparison, tasks, 1);
}

function detectableEntry({ low, high }: ReturnType<typeof detectableAt>) {
  return { low: figure(low), high: figure(high) };
}

function short(value: number): string {
  return formatCount(Number(value.toPrecision(7)));
}

function entryOf({ benchmarks, optimum, costs, frontiers }: Studied, comparison: Comparison) {
  return {
    benchmarks,
    goal: optimum.certificate.goal,
    value: figure(optimum.certificate.value),
    rule_costs: costs.map(({ rule, weaker, gain }) => ({ rule, weaker, gain: figure(gain) })),
    frontiers: frontiers.map(({ budget, points }) => ({
      budget,
      points: points.map((point) => ({
        budget: figure(point.budget),
        is_plan: point.isPlan,
        goal: figure(point.goal),
        is_settled: point.isSettled,
        tasks: point.tasks ?? null,
        detectable: point.tasks === undefined ? null : detectableEntry(detectableAt(point, comparison)),
      })),
    })),
  };
}
