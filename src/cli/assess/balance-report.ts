import { type Balance, countOf, formatCount, type NumberBalance, type ScopeBalance, visibleText } from '../../index.js';
import type { Terminal } from '../terminal/terminal.js';
import { emptyLines, labelTable } from './balance-label-report.js';
import { figureTable, noteLines } from './figure-table.js';

/** A balance for a person: what is not as in the pool, by how much, and whether chance does as much. */
export function balanceReport(plan: string, balance: Balance, terminal: Terminal): string {
  const { bold, dim } = terminal;
  const { overall, benchmarks, draws, seed, seedFrom, kind } = balance;
  const whose = { option: 'given', plan: "the plan's", default: 'none was given' }[seedFrom];
  const design = kind === 'focus' ? 'as many tasks from each group, by chance' : 'the same design';
  const several = benchmarks.length > 1;
  const whole = benchmarks.filter(({ whole }) => whole);
  return [
    `${bold(visibleText(plan))}: ${formatCount(overall.selected)} selected of ${countOf(overall.eligible, 'eligible task')}, ${kind}\n${visibleText(balance.conclusion, 700)}`,
    ...(overall.whole
      ? []
      : [
          dim(
            `${countOf(draws, 'redraw')} of ${design}; seed ${visibleText(seed, 60)} (${whose})\n${legendWords(kind)}`,
          ),
        ]),
    ...numberTable(several ? 'All benchmarks' : visibleText(benchmarks[0]?.name ?? '', 40), overall, terminal),
    ...(several ? benchmarks : []).flatMap((scope) => numberTable(visibleText(scope.name ?? '', 40), scope, terminal)),
    ...(several && whole.length > 0
      ? [dim(`Taken whole, so nothing can differ: ${whole.map(({ name }) => visibleText(name ?? '', 40)).join(', ')}`)]
      : []),
    ...(overall.whole
      ? []
      : overall.labels.filter(({ values }) => values.length > 1).map((label) => labelTable(label, terminal))),
    emptyLines(balance, terminal),
    ...noteLines(balance.notes, terminal),
  ].join('\n\n');
}

function legendWords(kind: Balance['kind']): string {
  const second =
    kind === 'focus'
      ? 'by shares: the part that the sizes of the groups account for'
      : 'weighted: with the design weights, which is what counts';
  return `SD: difference of the means in standard deviations of the pool; ${second};\nD: largest distance of the distributions; 95%: what the redraws stay within; *: on the scale log(1+x)`;
}

function numberTable(name: string, scope: ScopeBalance, terminal: Terminal): string[] {
  const { numbers, kind, selected, eligible, left, whole } = scope;
  if (whole) return [];
  const title = `${name}: ${formatCount(selected)} of ${formatCount(eligible)}`;
  const isFocus = kind === 'focus';
  const heads = ['', 'pool', 'selected', 'SD', isFocus ? 'by shares' : 'weighted', '95%', 'D', '95%', ''];
  const rows = numbers.map((number) => [
    `${visibleText(number.words, 40)}${number.scale === 'as is' ? '' : ' *'}`,
    typicalWords(number.typical.pool),
    typicalWords(number.typical.selected),
    signedFigure(number.difference),
    signedFigure(isFocus ? number.fromShares : (number.weightedDifference ?? 0)),
    number.chance.difference.toFixed(2),
    number.distance.toFixed(2),
    number.chance.distance.toFixed(2),
    verdictWords(number),
  ]);
  const body =
    rows.length === 0
      ? `${terminal.bold(title)}\n  ${scope.conclusion}`
      : figureTable(title, heads, rows, terminal, [0, 8]);
  const because = (why: ScopeBalance['left'][number]['why']) =>
    left.filter((each) => each.why === why).map((each) => visibleText(each.name, 40));
  const [same, few] = [because('no spread'), because('too few known')];
  return [
    [
      body,
      ...(same.length > 0 ? [terminal.dim(`  the same for every task: ${same.join(', ')}`)] : []),
      ...(few.length > 0 ? [terminal.dim(`  known for too few tasks: ${few.join(', ')}`)] : []),
    ].join('\n'),
  ];
}

/** The level, and what accounts for it. */
function verdictWords({ level, beyondChance, fromShares, difference, weightedDifference }: NumberBalance): string {
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

function typicalWords(value: number): string {
  return Math.abs(value) >= 1000 ? formatCount(Math.round(value)) : String(Number(value.toPrecision(3)));
}

function signedFigure(value: number): string {
  const figure = Math.abs(value).toFixed(2);
  return `${value < 0 && figure !== '0.00' ? '-' : '+'}${figure}`;
}
