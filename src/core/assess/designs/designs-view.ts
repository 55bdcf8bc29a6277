import { type CellsOf, figureColumn, line, quietLine, tableBy, titled, wordColumn } from '../../blocks/blocks.js';
import { compact } from '../../lists/lists.js';
import { type Drawing, drawChart } from '../../pictures/chart.js';
import { countOf, formatCount, inPoints, visibleText } from '../../text/words.js';
import { foundCell, foundWords } from '../power/power-view.js';
import { costWords } from '../prospect/prospect.js';
import type { BudgetPoint, DesignBalance, DesignFigures, DesignRow, DesignsAssessment } from './designs-question.js';

/** The conclusion: the plan's precision next to the best other sample's, or the cost of not sampling. */
export function designsVerdict({ plan, designs }: DesignsAssessment): string {
  const { prospect } = plan.figures;
  const tasks = countOf(prospect.selected, 'task');
  const isOne = prospect.selected === 1;
  const samples = designs.flatMap((row) => ('figures' in row && row.figures.prospect.level.of === 'pool' ? [row] : []));
  const best = samples.toSorted((a, b) => halfWidth(a.figures) - halfWidth(b.figures))[0];
  const of = (figures: DesignFigures) => `± ${inPoints(halfWidth(figures))} points`;
  if (prospect.level.of === 'pool') {
    if (halfWidth(plan.figures) === 0)
      return `The plan takes the whole pool (${tasks}), so no other design of that size differs.`;
    const beside =
      best === undefined
        ? ''
        : `; the best other sample of that size, ${best.title.toLowerCase()}, to ${of(best.figures)}`;
    return `The ${tasks} of this plan ${isOne ? 'gives' : 'give'} the level of the pool to ${of(plan.figures)}${beside}.`;
  }
  if (best === undefined) return `No sample of ${tasks} is possible: the table shows why.`;
  return `This plan's ${tasks} ${isOne ? 'does' : 'do'} not generalise to the pool; a ${best.title.toLowerCase()} sample of the same size estimates the level of the pool to ${of(best.figures)} and shares ${countOf(best.figures.shared, 'task')} with the plan.`;
}

function halfWidth({ prospect }: DesignFigures): number {
  return prospect.level.halfWidth;
}

/** For example "0.31 SD on average, at most 0.95 (score)". */
export function balanceWords(balance: DesignBalance | undefined): string {
  if (balance === undefined) return 'no number to compare';
  const { mean, largest } = balance;
  return `${mean.toFixed(2)} SD on average, at most ${Math.abs(largest.difference).toFixed(2)} (${visibleText(largest.words, 40)})`;
}

/** "met", or the phases without a task and the number of unfilled places. */
export function coverageWords({ prospect: { coverage } }: Pick<DesignFigures, 'prospect'>): string {
  const { isMet, missing, shortfalls } = coverage;
  if (isMet) return 'met';
  const names = missing.slice(0, 3).map((name) => visibleText(name, 40));
  const more = missing.length > names.length ? ` and ${missing.length - names.length} more` : '';
  const lacks = compact([
    missing.length > 0 && `no task of ${names.join(', ')}${more}`,
    shortfalls.length > 0 && `${countOf(shortfalls.length, 'place')} unfilled`,
  ]);
  return lacks.join('; ');
}

export function budgetSentence(
  { tasks, isPlan, costUsd, difference, halfWidth: half }: Omit<BudgetPoint, 'sentence'>,
  { own, pool, isOfPool }: { readonly own: number; readonly pool: number; readonly isOfPool: boolean },
): string {
  const isOne = tasks === 1;
  const noun = isOne ? 'task' : 'tasks';
  const who = !isPlan
    ? `${formatCount(tasks)} ${noun}`
    : `The ${isOne ? '' : `${formatCount(tasks)} `}${noun} of the plan`;
  const cost = costUsd === undefined ? '' : `, ${costWords(costUsd)} for one run of each,`;
  const found = foundWords(difference);
  const shown =
    found === undefined
      ? `${isOne ? 'is' : 'are'} too few to show any difference`
      : `${isOne ? 'shows' : 'show'} a difference of ${found}`;
  const reached = half === 0 ? 'are the whole pool' : `give the level of the pool to ± ${inPoints(half)} points`;
  const ratio = tasks / own;
  const times = `${ratio >= 10 ? Math.round(ratio) : Number(ratio.toPrecision(2))} × the plan`;
  const beside = isPlan ? '' : ` (${times}${tasks === pool ? '; all there are' : ''})`;
  return `${who}${cost} ${shown}${isOfPool ? `, and ${reached}` : ''}${beside}.`;
}

export function designsSections(assessment: DesignsAssessment) {
  const { plan, designs, budgets } = assessment;
  const rows: readonly DesignRow[] = [plan, ...designs];
  const given = rows.flatMap((row) => ('figures' in row ? [{ title: row.title, ...row.figures }] : []));
  const hasCost = given.some(({ prospect }) => prospect.costUsd !== undefined);
  const table = tableBy('Designs for the same budget', given, [
    [wordColumn('design'), ({ title }) => title],
    [figureColumn('tasks'), ({ prospect }) => formatCount(prospect.selected)],
    hasCost && costCells(({ prospect }) => prospect.costUsd),
    differenceCells(({ prospect }) => prospect.difference),
    levelCells(({ prospect: { level } }) => (level.of === 'pool' ? level.halfWidth : undefined)),
    [
      figureColumn('mean distance from the pool, in standard deviations', 'balance'),
      ({ balance }) => balance?.mean.toFixed(2) ?? '–',
    ],
    [figureColumn('shared with the plan', 'shared'), ({ shared }) => formatCount(shared)],
    given.some(({ meanScore }) => meanScore !== undefined) && [
      figureColumn('mean score', 'score'),
      ({ meanScore }) => meanScore ?? '–',
    ],
    [wordColumn('coverage'), coverageWords],
  ]);
  const lines = rows.map((row) => {
    const said = 'why' in row ? row.why : `${row.words} ${row.figures.claim}`;
    return line([{ strong: row.title }, `: ${visibleText(said, 1000)}`]);
  });
  return [
    { blocks: [line(designsVerdict(assessment), { isVerdict: true })] },
    titled(table),
    { title: 'Permissible claims', blocks: lines },
    budgets.length > 1 && budgetSection(assessment, hasCost),
  ];
}

function costCells<Item>(costOf: (item: Item) => number | undefined): CellsOf<Item> {
  const cell = (usd: number | undefined) => (usd === undefined ? '–' : costWords(usd));
  return [figureColumn('cost of one run of each', 'cost'), (item) => cell(costOf(item))];
}

function differenceCells<Item>(found: (item: Item) => Parameters<typeof foundCell>[0]): CellsOf<Item> {
  return [figureColumn('smallest detectable difference, in points', 'difference'), (item) => foundCell(found(item))];
}

function levelCells<Item>(halfOf: (item: Item) => number | undefined): CellsOf<Item> {
  const cell = (half: number | undefined) => (half === undefined ? '–' : inPoints(half));
  return [figureColumn('half of the 95% interval of a level, in points', 'level +-'), (item) => cell(halfOf(item))];
}

/** The most budgets to print; a page shows all of them. */
const printedBudgets = 9;

function budgetSection({ budgets, plan }: DesignsAssessment, hasCost: boolean) {
  const every = Math.ceil(budgets.length / printedBudgets);
  const shown = budgets.filter(({ isPlan }, i) => isPlan || i % every === 0 || i === budgets.length - 1);
  const table = tableBy('Other budgets', shown, [
    [figureColumn('tasks'), ({ tasks }) => formatCount(tasks)],
    hasCost && costCells(({ costUsd }) => costUsd),
    differenceCells(({ difference }) => difference),
    plan.figures.prospect.level.of === 'pool' && levelCells(({ halfWidth: half }) => half),
    [wordColumn('remark', ''), ({ isPlan }) => (isPlan ? 'the plan' : '')],
  ]);
  return titled(table, quietLine('Tasks are assumed to cost and vary as in the plan.'));
}

/** The smallest detectable difference by number of tasks; undefined if fewer than two budgets detect one. */
export function budgetChart(points: readonly BudgetPoint[]): Drawing | undefined {
  const known = points.flatMap(({ tasks, isPlan, difference: { low, high } }) =>
    low === undefined || high === undefined ? [] : [{ tasks, isPlan, low: 100 * low, high: 100 * high }],
  );
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const ends = known.map(({ tasks, low, high }) => [tasks, Math.min(low, high), Math.max(low, high)] as const);
  const own = known.filter(({ isPlan }) => isPlan).map(({ tasks, low, high }) => [tasks, (low + high) / 2] as const);
  const inWords = ({ tasks, low, high }: typeof first) =>
    `${low.toFixed(1)} to ${high.toFixed(1)} points with ${formatCount(tasks)} tasks`;
  const lineAt = (end: 1 | 2) => ends.map((each) => [each[0], each[end]] as const);
  return drawChart({
    title: 'What a number of tasks can show',
    description: `From ${inWords(first)} to ${inWords(last)}.${own.map(([tasks]) => ` The plan has ${tasks}.`).join('')}`,
    x: { label: 'tasks', from: first.tasks, to: last.tasks, log: true },
    y: { label: 'smallest difference, in points', from: 0, to: 1.05 * Math.max(...ends.map(([, , high]) => high)) },
    marks: [
      { kind: 'band', points: ends, colour: 'blue' },
      { kind: 'line', points: lineAt(1), colour: 'blue', label: 'low discordance' },
      { kind: 'line', points: lineAt(2), colour: 'sky', label: 'high discordance' },
      { kind: 'dots', points: own, colour: 'orange', label: 'the plan', radius: 7, opacity: 1 },
    ],
  });
}
