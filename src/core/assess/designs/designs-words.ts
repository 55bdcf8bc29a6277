import { figureColumn, line, quietLine, type Section, tableOf, wordColumn } from '../../blocks/blocks.js';
import { countOf, formatCount } from '../../text/count-of.js';
import { visibleText } from '../../text/visible-text.js';
import { foundCell } from '../power/power-words.js';
import { costWords } from '../prospect/prospect.js';
import type { DesignFigures, DesignRow, DesignsAssessment } from './assess-designs.js';
import type { DesignBalance } from './balance-meter.js';

/** What the table says in one sentence: the plan beside the samples, or what ranking would give up. */
export function designsVerdict({ plan, designs }: DesignsAssessment): string {
  const { prospect } = plan.figures;
  const tasks = countOf(prospect.selected, 'task');
  const samples = designs.flatMap((row) => ('figures' in row && row.figures.prospect.level.of === 'pool' ? [row] : []));
  const best = samples.toSorted((a, b) => halfWidth(a.figures) - halfWidth(b.figures))[0];
  const of = (figures: DesignFigures) => `± ${(100 * halfWidth(figures)).toFixed(1)} points`;
  if (prospect.level.of === 'pool') {
    if (halfWidth(plan.figures) === 0)
      return `The plan takes the whole pool, ${tasks}: no other design of that size chooses otherwise.`;
    const beside =
      best === undefined ? '' : `; the best other sample of that size, ${lower(best.title)}, to ${of(best.figures)}`;
    return `The ${tasks} of this plan ${prospect.selected === 1 ? 'gives' : 'give'} the level of the pool to ${of(plan.figures)}${beside}.`;
  }
  if (best === undefined) return `No sample of ${tasks} can be given: see the table for why.`;
  const verb = prospect.selected === 1 ? 'does' : 'do';
  return `This plan's ${tasks} ${verb} not generalise to the pool; a ${lower(best.title)} sample of as many gives its level to ${of(best.figures)} and shares ${countOf(best.figures.shared, 'task')} with it.`;
}

function halfWidth({ prospect }: DesignFigures): number {
  return prospect.level.halfWidth;
}

function lower(title: string): string {
  return title.toLowerCase();
}

/** "0.31 SD on average, at most 0.95 (score)". */
export function balanceWords(balance: DesignBalance | undefined): string {
  if (balance === undefined) return 'no number to compare';
  const { mean, largest } = balance;
  return `${mean.toFixed(2)} SD on average, at most ${Math.abs(largest.difference).toFixed(2)} (${visibleText(largest.words, 40)})`;
}

/** "met", or which phases have no task and how many places are open. */
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

/** The table, what each may claim, and what other budgets would buy. */
export function designsSections(assessment: DesignsAssessment): readonly Section[] {
  const { plan, designs, budgets } = assessment;
  const rows: readonly DesignRow[] = [plan, ...designs];
  const given = rows.flatMap((row) => ('figures' in row ? [row] : []));
  const hasCost = given.some(({ figures }) => figures.prospect.costUsd !== undefined);
  const columns = [
    wordColumn('design'),
    figureColumn('tasks'),
    ...(hasCost ? [figureColumn('cost of one run of each', 'cost')] : []),
    figureColumn('smallest detectable difference, in points', 'difference'),
    figureColumn('half of the 95% interval of a level, in points', 'level +-'),
    figureColumn('mean distance from the pool, in standard deviations', 'balance'),
    figureColumn('shared with the plan', 'shared'),
    figureColumn('mean score', 'score'),
    wordColumn('coverage'),
  ];
  const cells = given.map(({ title, figures }) => [
    title,
    formatCount(figures.prospect.selected),
    ...(hasCost ? [figures.prospect.costUsd === undefined ? '–' : costWords(figures.prospect.costUsd)] : []),
    foundCell(figures.prospect.difference),
    figures.prospect.level.of === 'pool' ? (100 * halfWidth(figures)).toFixed(1) : '–',
    figures.balance === undefined ? '–' : figures.balance.mean.toFixed(2),
    formatCount(figures.shared),
    figures.meanScore ?? '–',
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

/** So many budgets are printed; a page has them all. */
const printedBudgets = 9;

function budgetSection({ budgets, plan }: DesignsAssessment, hasCost: boolean): Section {
  const every = Math.ceil(budgets.length / printedBudgets);
  const shown = budgets.filter(({ isPlan }, i) => isPlan || i % every === 0 || i === budgets.length - 1);
  const isOfPool = plan.figures.prospect.level.of === 'pool';
  const title = 'What other budgets would buy';
  const columns = [
    figureColumn('tasks'),
    ...(hasCost ? [figureColumn('cost of one run of each', 'cost')] : []),
    figureColumn('smallest detectable difference, in points', 'difference'),
    ...(isOfPool ? [figureColumn('half of the 95% interval of a level, in points', 'level +-')] : []),
    wordColumn('remark', ''),
  ];
  const rows = shown.map(({ tasks, costUsd, difference, halfWidth: half, isPlan }) => [
    formatCount(tasks),
    ...(hasCost ? [costUsd === undefined ? '–' : costWords(costUsd)] : []),
    foundCell(difference),
    ...(isOfPool ? [(100 * half).toFixed(1)] : []),
    isPlan ? 'the plan' : '',
  ]);
  return {
    title,
    blocks: [
      tableOf(title, columns, rows),
      quietLine('A task is taken to cost, and to be worth, what it is in the plan.'),
    ],
  };
}
