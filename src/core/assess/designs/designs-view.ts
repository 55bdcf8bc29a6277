import { figureColumn, line, quietLine, type Section, tableOf, wordColumn } from '../../blocks/blocks.js';
import { type Drawing, drawChart } from '../../pictures/chart.js';
import { countOf, formatCount, inPoints, visibleText } from '../../text/words.js';
import { foundCell, foundWords } from '../power/power-view.js';
import { costWords } from '../prospect/prospect.js';
import type { BudgetPoint, DesignBalance, DesignFigures, DesignRow, DesignsAssessment } from './designs-question.js';

/** The table in one sentence: the plan beside the samples, or what ranking gives up. */
export function designsVerdict({ plan, designs }: DesignsAssessment): string {
  const { prospect } = plan.figures;
  const tasks = countOf(prospect.selected, 'task');
  const isOne = prospect.selected === 1;
  const samples = designs.flatMap((row) => ('figures' in row && row.figures.prospect.level.of === 'pool' ? [row] : []));
  const best = samples.toSorted((a, b) => halfWidth(a.figures) - halfWidth(b.figures))[0];
  const of = (figures: DesignFigures) => `± ${inPoints(halfWidth(figures))} points`;
  if (prospect.level.of === 'pool') {
    if (halfWidth(plan.figures) === 0)
      return `The plan takes the whole pool, ${tasks}: no other design of that size differs.`;
    const beside =
      best === undefined
        ? ''
        : `; the best other sample of that size, ${best.title.toLowerCase()}, to ${of(best.figures)}`;
    return `The ${tasks} of this plan ${isOne ? 'gives' : 'give'} the level of the pool to ${of(plan.figures)}${beside}.`;
  }
  if (best === undefined) return `No sample of ${tasks} is possible: the table shows why.`;
  return `This plan's ${tasks} ${isOne ? 'does' : 'do'} not generalise to the pool; a ${best.title.toLowerCase()} sample of as many gives its level to ${of(best.figures)} and shares ${countOf(best.figures.shared, 'task')} with it.`;
}

function halfWidth({ prospect }: DesignFigures): number {
  return prospect.level.halfWidth;
}

/** "0.31 SD on average, at most 0.95 (score)". */
export function balanceWords(balance: DesignBalance | undefined): string {
  if (balance === undefined) return 'no number to compare';
  const { mean, largest } = balance;
  return `${mean.toFixed(2)} SD on average, at most ${Math.abs(largest.difference).toFixed(2)} (${visibleText(largest.words, 40)})`;
}

/** "met", or the phases without a task and the number of open places. */
export function coverageWords({ prospect: { coverage } }: DesignFigures): string {
  const { isMet, missing, shortfalls } = coverage;
  if (isMet) return 'met';
  const names = missing.slice(0, 3).map((name) => visibleText(name, 40));
  const more = missing.length > names.length ? ` and ${missing.length - names.length} more` : '';
  const lacks = [
    ...(missing.length === 0 ? [] : [`no task of ${names.join(', ')}${more}`]),
    ...(shortfalls.length === 0 ? [] : [`${countOf(shortfalls.length, 'place')} unfilled`]),
  ];
  return lacks.join('; ');
}

/** What a budget buys, in one sentence. */
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

const costColumn = figureColumn('cost of one run of each', 'cost');
const differenceColumn = figureColumn('smallest detectable difference, in points', 'difference');
const levelColumn = figureColumn('half of the 95% interval of a level, in points', 'level +-');

/** The table, what each design may claim, and what other budgets would buy. */
export function designsSections(assessment: DesignsAssessment): readonly Section[] {
  const { plan, designs, budgets } = assessment;
  const rows: readonly DesignRow[] = [plan, ...designs];
  const given = rows.flatMap((row) => ('figures' in row ? [row] : []));
  const hasCost = given.some(({ figures }) => figures.prospect.costUsd !== undefined);
  const hasScore = given.some(({ figures }) => figures.meanScore !== undefined);
  const columns = [
    wordColumn('design'),
    figureColumn('tasks'),
    ...(hasCost ? [costColumn] : []),
    differenceColumn,
    levelColumn,
    figureColumn('mean distance from the pool, in standard deviations', 'balance'),
    figureColumn('shared with the plan', 'shared'),
    ...(hasScore ? [figureColumn('mean score', 'score')] : []),
    wordColumn('coverage'),
  ];
  const cells = given.map(({ title, figures }) => [
    title,
    formatCount(figures.prospect.selected),
    ...(hasCost ? [costCell(figures.prospect.costUsd)] : []),
    foundCell(figures.prospect.difference),
    figures.prospect.level.of === 'pool' ? inPoints(halfWidth(figures)) : '–',
    figures.balance === undefined ? '–' : figures.balance.mean.toFixed(2),
    formatCount(figures.shared),
    ...(hasScore ? [figures.meanScore ?? '–'] : []),
    coverageWords(figures),
  ]);
  const lines = rows.map((row) => {
    const said = 'why' in row ? row.why : `${row.words} ${row.figures.claim}`;
    return line([{ strong: row.title }, `: ${visibleText(said, 1000)}`]);
  });
  return [
    { blocks: [line(designsVerdict(assessment), { isVerdict: true })] },
    { title: 'Designs of the same budget', blocks: [tableOf('Designs of the same budget', columns, cells)] },
    { title: 'What each may claim', blocks: lines },
    ...(budgets.length < 2 ? [] : [budgetSection(assessment, hasCost)]),
  ];
}

function costCell(usd: number | undefined): string {
  return usd === undefined ? '–' : costWords(usd);
}

/** Budgets that are printed; a page has all of them. */
const printedBudgets = 9;

function budgetSection({ budgets, plan }: DesignsAssessment, hasCost: boolean): Section {
  const every = Math.ceil(budgets.length / printedBudgets);
  const shown = budgets.filter(({ isPlan }, i) => isPlan || i % every === 0 || i === budgets.length - 1);
  const isOfPool = plan.figures.prospect.level.of === 'pool';
  const title = 'What other budgets would buy';
  const columns = [
    figureColumn('tasks'),
    ...(hasCost ? [costColumn] : []),
    differenceColumn,
    ...(isOfPool ? [levelColumn] : []),
    wordColumn('remark', ''),
  ];
  const rows = shown.map(({ tasks, costUsd, difference, halfWidth: half, isPlan }) => [
    formatCount(tasks),
    ...(hasCost ? [costCell(costUsd)] : []),
    foundCell(difference),
    ...(isOfPool ? [inPoints(half)] : []),
    isPlan ? 'the plan' : '',
  ]);
  const note = quietLine('Costs and values of tasks are those of the plan.');
  return { title, blocks: [tableOf(title, columns, rows), note] };
}

/** The smallest detectable difference by the number of tasks, the plan as a dot; undefined if nothing is found. */
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
  const lows = ends.map(([tasks, low]) => [tasks, low] as const);
  const highs = ends.map(([tasks, , high]) => [tasks, high] as const);
  return drawChart({
    title: 'What a number of tasks can show',
    description: `From ${inWords(first)} to ${inWords(last)}.${own.map(([tasks]) => ` The plan has ${tasks}.`).join('')}`,
    x: { label: 'tasks', from: first.tasks, to: last.tasks, log: true },
    y: { label: 'smallest difference, in points', from: 0, to: 1.05 * Math.max(...highs.map(([, high]) => high)) },
    marks: [
      { kind: 'band', points: ends, colour: 'blue' },
      { kind: 'line', points: lows, colour: 'blue', label: 'low discordance' },
      { kind: 'line', points: highs, colour: 'sky', label: 'high discordance' },
      { kind: 'dots', points: own, colour: 'orange', label: 'the plan', radius: 7, opacity: 1 },
    ],
  });
}
