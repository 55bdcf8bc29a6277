import { figureColumn, line, quietLine, type Section, tableOf, wordColumn } from '../../blocks/blocks.js';
import { countOf, formatCount } from '../../text/count-of.js';
import { visibleText } from '../../text/visible-text.js';
import { seedWords } from '../question/seed.js';
import type { Balance, LabelBalance, NumberBalance, ScopeBalance } from './balance.js';

const mostValues = 15;

/** A balance for a person: what is not as in the pool, by how much, and whether chance does as much. */
export function balanceSections(plan: string, balance: Balance): readonly Section[] {
  const { overall, benchmarks } = balance;
  const several = benchmarks.length > 1;
  const whole = benchmarks.filter((scope) => scope.whole).map(({ name }) => visibleText(name ?? '', 40));
  const labels = overall.whole ? [] : overall.labels.filter(({ values }) => values.length > 1);
  return [
    { blocks: openingLines(plan, balance) },
    ...numberSection(several ? 'All benchmarks' : visibleText(benchmarks[0]?.name ?? '', 40), overall),
    ...(several ? benchmarks : []).flatMap((scope) => numberSection(visibleText(scope.name ?? '', 40), scope)),
    ...(several && whole.length > 0
      ? [{ blocks: [quietLine(`Taken whole, so nothing can differ: ${whole.join(', ')}`)] }]
      : []),
    ...labels.map(labelSection),
    emptySection(balance),
  ];
}

function openingLines(plan: string, { overall, kind, conclusion, draws, seed, seedFrom }: Balance) {
  const counts = `${formatCount(overall.selected)} selected of ${countOf(overall.eligible, 'eligible task')}, ${kind}`;
  const design = kind === 'focus' ? 'as many tasks from each group, by chance' : 'the same design';
  const second =
    kind === 'focus'
      ? 'by shares: the part that the sizes of the groups account for'
      : 'weighted: with the design weights, which is what counts';
  return [
    line([{ strong: visibleText(plan) }, `: ${counts}`]),
    line(visibleText(conclusion, 700), { isVerdict: true }),
    ...(overall.whole
      ? []
      : [
          quietLine(
            `${countOf(draws, 'redraw')} of ${design}; seed ${visibleText(seed, 60)} (${seedWords[seedFrom]})`,
            { apart: true },
          ),
          quietLine(`SD: difference of the means in standard deviations of the pool; ${second};`),
          quietLine(
            'D: largest distance of the distributions; 95%: what the redraws stay within; *: on the scale log(1+x)',
          ),
        ]),
  ];
}

function numberSection(name: string, scope: ScopeBalance): Section[] {
  const { numbers, kind, selected, eligible, left, whole } = scope;
  if (whole) return [];
  const isFocus = kind === 'focus';
  const second = isFocus ? 'by shares' : 'weighted';
  const columns = [
    wordColumn('number', ''),
    figureColumn('pool'),
    figureColumn('selected'),
    figureColumn('difference, in SD', 'SD'),
    figureColumn(`difference ${second}`, second),
    figureColumn('95% of differences', '95%'),
    figureColumn('distance', 'D'),
    figureColumn('95% of distances', '95%'),
    wordColumn('finding', ''),
  ];
  const rows = numbers.map((number) => [
    `${visibleText(number.words, 40)}${number.scale === 'as is' ? '' : ' *'}`,
    typicalWords(number.typical.pool),
    typicalWords(number.typical.selected),
    signedFigure(number.difference),
    signedFigure(isFocus ? number.fromShares : (number.weightedDifference ?? 0)),
    number.chance.difference.toFixed(2),
    number.distance.toFixed(2),
    number.chance.distance.toFixed(2),
    findingWords(number),
  ]);
  const because = (why: ScopeBalance['left'][number]['why']) =>
    left.filter((each) => each.why === why).map((each) => visibleText(each.name, 40));
  const [same, few] = [because('no spread'), because('too few known')];
  return [
    {
      title: `${name}: ${formatCount(selected)} of ${formatCount(eligible)}`,
      blocks: [
        rows.length === 0 ? line(scope.conclusion) : tableOf(`${name}: selected against pool`, columns, rows),
        ...(same.length > 0 ? [quietLine(`the same for every task: ${same.join(', ')}`)] : []),
        ...(few.length > 0 ? [quietLine(`known for too few tasks: ${few.join(', ')}`)] : []),
      ],
    },
  ];
}

/** The level, and what accounts for it. */
function findingWords({ level, beyondChance, fromShares, difference, weightedDifference }: NumberBalance): string {
  const words = {
    close: 'balanced',
    off: 'somewhat off',
    far: weightedDifference === undefined ? 'not representative' : 'far off',
  }[level];
  if (level === 'close') return beyondChance.distance ? 'balanced, but spread otherwise' : words;
  if (beyondChance.difference) return words;
  const isByShares = weightedDifference === undefined && Math.abs(fromShares) > Math.abs(difference) / 2;
  return `${words}, ${isByShares ? 'by the shares' : 'as by chance'}`;
}

/** How often each value of a label is selected, beside what a random choice would have. */
function labelSection({ name, values, totalVariation, weightedVariation, chance }: LabelBalance): Section {
  const weighted = weightedVariation === undefined ? '' : `, weighted ${weightedVariation.toFixed(2)}`;
  const columns = [
    wordColumn(name, ''),
    figureColumn('pool'),
    figureColumn('selected'),
    figureColumn('in proportion'),
    figureColumn('by the plan'),
  ];
  const rows = values.map(({ value, selected, pool, proportional, planned }) => [
    value === '' ? 'unknown' : visibleText(value, 40),
    formatCount(pool),
    formatCount(selected),
    expectedWords(proportional),
    expectedWords(planned),
  ]);
  return {
    title: `By ${name}: ${totalVariation.toFixed(2)} of the selection to reassign${weighted} (95% of redraws: up to ${chance.toFixed(2)})`,
    blocks: [tableOf(`By ${name}: selected against pool`, columns, rows, { most: mostValues })],
  };
}

/** What the pool has and the selection does not. */
function emptySection({ empty }: Balance): Section {
  const list = (cells: readonly { readonly value: string; readonly pool: number }[]) =>
    cells.map(({ value, pool }) => `${visibleText(value, 40)} (${formatCount(pool)})`).join(', ');
  const cells = empty.phasesOfBenchmarks.map(({ benchmark, value, pool }) => ({
    value: `${value} of ${benchmark}`,
    pool,
  }));
  const without = empty.phasesWithoutTasks.map((name) => visibleText(name, 40)).join(', ');
  const found = [
    ...(empty.benchmarks.length > 0 ? [`benchmarks: ${list(empty.benchmarks)}`] : []),
    ...(empty.phases.length > 0 ? [`phases: ${list(empty.phases)}`] : []),
    ...(empty.languages.length > 0 ? [`languages: ${list(empty.languages)}`] : []),
    ...(cells.length > 0 ? [`phases of a benchmark: ${list(cells)}`] : []),
    ...(empty.phasesWithoutTasks.length > 0 ? [`phases of the plan without any task: ${without}`] : []),
  ];
  const lines = found.length === 0 ? ['none: every phase, language and benchmark of the pool is met'] : found;
  return { title: 'In the pool, but not selected', blocks: lines.map((words) => line(words)) };
}

function typicalWords(value: number): string {
  return Math.abs(value) >= 1000 ? formatCount(Math.round(value)) : String(Number(value.toPrecision(3)));
}

function signedFigure(value: number): string {
  const size = Math.abs(value).toFixed(2);
  return `${value < 0 && Number(size) !== 0 ? '-' : '+'}${size}`;
}

function expectedWords(count: number): string {
  return count >= 1000 ? formatCount(Math.round(count)) : count.toFixed(1);
}
