import { figureColumn, line, quietLine, type Section, tableBy, wordColumn } from '../../blocks/blocks.js';
import { entry, figure, flag, list, number, orNull, text } from '../../documents/forms.js';
import { largest, smallest } from '../../lists/lists.js';
import { WinnowError } from '../../model/errors.js';
import { type Frontier, type FrontierPoint, studyOptimum } from '../../model/optimum.js';
import type { Selection } from '../../model/selection.js';
import { type Drawing, drawChart } from '../../pictures/chart.js';
import { countOf, formatCount, visibleText } from '../../text/words.js';
import { type Comparison, detectable, expectedComparison } from '../power/comparison.js';
import { foundWords, shareRange } from '../power/power-view.js';
import { type AssessInput, answerOf, option, type Question } from '../question/question.js';

function frontierSchema() {
  return entry({
    plan: text(),
    optima: list(
      entry({
        benchmarks: list(text(), 'The benchmarks that share the goal.'),
        goal: text(),
        value: figure('The value of the goal.'),
        ruleCosts: list(
          entry({
            rule: text(),
            weaker: text('The relaxed rule that was tried.'),
            gain: orNull(figure(), 'The gain in the goal; null if it was not found in time.'),
          }),
        ),
        frontiers: list(
          entry({
            budget: text('The limited quantity: tasks, dollars for runs, seconds of runs, or a field.'),
            points: list(
              entry({
                budget: figure(),
                isPlan: flag('Whether it is the budget in the plan.'),
                goal: orNull(
                  figure(),
                  'The best value of the goal; null if no selection satisfies the rules or none was found in time.',
                ),
                isSettled: flag('Whether this is proven.'),
                tasks: orNull(number()),
                detectable: orNull(
                  entry({ low: orNull(figure()), high: orNull(figure()) }),
                  'The smallest difference between two systems detectable with 80% power, as in `assess power`; null without a selection.',
                ),
              }),
            ),
          }),
        ),
      }),
    ),
  });
}

const frontierPoints = 7;

export const frontierQuestion: Question<{ readonly points?: number }> = {
  name: 'frontier',
  title: 'Frontier',
  summary: 'Show the goal at other budgets and the cost of each rule (plans with a goal)',
  description:
    'Solves the plan again with fewer and more tasks, with smaller and larger budgets, and with each rule relaxed:\n' +
    'a count by one task, a sum by the average of one task.',
  options: { points: option('number', 'count', 'number of budgets to try, 3 to 41', String(frontierPoints)) },
  schema: frontierSchema,
  isMeant: ({ selection }) => selection.benchmarks.some(({ optimum }) => optimum !== undefined),
  ask: answerOn,
};

function studiesOf({ selection, optimiser }: AssessInput, points: number) {
  const { benchmarks } = selection;
  const optima = new Set(benchmarks.flatMap(({ optimum }) => optimum ?? []));
  return [...optima].flatMap((optimum) => {
    const { goal, value } = optimum.certificate;
    const own = benchmarks.filter((each) => each.optimum === optimum).map(({ plan }) => plan.name);
    const known = { benchmarks: own, goal, value };
    if (optimum.studied !== undefined) return [{ ...known, ...optimum.studied }];
    const study = studyOptimum(optimum, selection, optimiser);
    return study === undefined ? [] : [{ ...known, ruleCosts: study.ruleCosts(), frontiers: study.frontiers(points) }];
  });
}

type Studied = ReturnType<typeof studiesOf>[number];

function answerOn(input: AssessInput, { points = frontierPoints }: { readonly points?: number }) {
  if (!Number.isInteger(points) || points < 3 || points > 41) {
    const message = `points must be a whole number from 3 to 41; found ${points}.`;
    throw new WinnowError([{ code: 'usage', message }]);
  }
  const { selection, results } = input;
  const { comparison } = expectedComparison(selection, results?.pool);
  const studies = studiesOf(input, points);
  const verdict = verdictOn(selection, studies);
  const pictures = studies.flatMap(({ frontiers, goal }, i) =>
    frontiers.map((frontier, at) => [`frontier-${i + 1}-${at + 1}`, frontierPicture(frontier, goal)] as const),
  );
  const found = (point: FrontierPoint) => (point.tasks === undefined ? undefined : detectableAt(point, comparison));
  const optima = studies.map((study) => {
    const frontiers = study.frontiers.map(({ budget, points: own }) => {
      return { budget, points: own.map((point) => ({ ...point, detectable: found(point) })) };
    });
    return { ...study, frontiers };
  });
  const document = { plan: selection.plan.name, optima };
  const method = `Every figure comes from solving the plan again. Detectable differences assume one run per task and a discordance of ${shareRange(comparison.discordance)}.`;
  return answerOf(frontierSchema(), document, {
    grade: studies.length === 0 ? 'unknown' : 'good',
    verdict,
    sections: [
      { blocks: [line(verdict, { isVerdict: true })] },
      ...studies.flatMap((study) => sectionsOf(study, comparison)),
    ],
    method: studies.length > 0 && method,
    pictures,
  });
}

function verdictOn({ benchmarks }: Selection, studies: readonly Studied[]): string {
  if (benchmarks.every(({ optimum }) => optimum === undefined))
    return 'Not assessed: the plan has no goal to optimise.';
  if (studies.length === 0)
    return 'Not assessed here, because the plan must be solved again. Run "winnow assess frontier".';
  const costs = studies.flatMap(({ ruleCosts }) => ruleCosts);
  const [dearest] = costs.filter(({ gain = 0 }) => gain > 0).sort((a, b) => (b.gain ?? 0) - (a.gain ?? 0));
  if (dearest === undefined)
    return `Relaxing any of ${countOf(costs.length, 'rule')} by one task would not improve the goal.`;
  return `The most expensive rule is "${visibleText(dearest.rule, 120)}". Relaxing it (${visibleText(dearest.weaker, 60)}) would improve the goal by ${short(dearest.gain ?? 0)}.`;
}

function sectionsOf({ benchmarks, goal, ruleCosts, frontiers }: Studied, comparison: Comparison): Section[] {
  const who = benchmarks.map((name) => visibleText(name, 40)).join(', ');
  const costs = tableBy(
    `Cost of the rules (${who})`,
    ruleCosts,
    [
      [wordColumn('rule'), ({ rule }) => visibleText(rule, 100)],
      [wordColumn('relaxed'), ({ weaker }) => visibleText(weaker, 60)],
      [figureColumn('gain in the goal', 'gain'), ({ gain }) => (gain === undefined ? 'not settled' : short(gain))],
    ],
    { most: 20 },
  );
  return [
    { title: `${who}: ${visibleText(goal, 120)}`, blocks: [costs] },
    ...frontiers.map(({ budget, points }): Section => {
      const title = `Goal by ${visibleText(budget, 60)}`;
      const table = tableBy(`${title} (${who})`, points, [
        [figureColumn(visibleText(budget, 40)), (point) => formatCount(point.budget)],
        [figureColumn('goal'), (point) => (point.goal === undefined ? '–' : short(point.goal))],
        [figureColumn('tasks selected', 'selected'), ({ tasks }) => (tasks === undefined ? '–' : formatCount(tasks))],
        [
          figureColumn('smallest detectable difference', 'detectable'),
          (point) => foundWords(detectableAt(point, comparison)) ?? '–',
        ],
        [wordColumn('remark', ''), remarkOn],
      ]);
      const few = points.length < 2 ? [quietLine('There are no other budgets to try.')] : [];
      return { title, blocks: [table, ...few] };
    }),
  ];
}

function remarkOn({ isPlan, isSettled, goal }: FrontierPoint): string {
  if (isPlan) return 'this plan';
  if (goal === undefined) return isSettled ? 'no selection satisfies the rules' : 'none found in time';
  return isSettled ? '' : 'best found in time';
}

/** The smallest difference that one run of the tasks detects, as in `assess power`. */
function detectableAt({ tasks = 0 }: FrontierPoint, comparison: Comparison) {
  return detectable(comparison, tasks, 1);
}

function short(value: number): string {
  return formatCount(Number(value.toPrecision(7)));
}

/** The best goal at each budget, with the plan marked; undefined if fewer than two budgets have a solution. */
function frontierPicture({ budget, points }: Frontier, goal: string): Drawing | undefined {
  const known = points.flatMap((point) => (point.goal === undefined ? [] : [{ ...point, goal: point.goal }]));
  if (known.length < 2) return undefined;
  const [budgets, goals] = [known.map((point) => point.budget), known.map((point) => point.goal)];
  const [low, high] = [smallest(goals), largest(goals)];
  const margin = 0.1 * (high - low || 1);
  const own = known.filter(({ isPlan }) => isPlan).map((point) => [point.budget, point.goal] as const);
  return drawChart({
    title: `Goal by ${budget}`,
    description: `${goal} at each budget: ${known.map((point) => `${point.goal} at ${point.budget}`).join('; ')}.`,
    x: { label: budget, from: smallest(budgets), to: largest(budgets) },
    y: { label: 'goal', from: low - margin, to: high + margin },
    marks: [
      { kind: 'line', points: known.map((point) => [point.budget, point.goal] as const), colour: 'blue' },
      { kind: 'dots', points: own, colour: 'orange', label: 'this plan', radius: 5, opacity: 1 },
    ],
  });
}
