import { type Drawing, drawChart } from '../../pictures/chart.js';
import type { Mark } from '../../pictures/marks.js';
import { balanceLimits } from '../../statistics/balance.js';
import type { Balance, LabelBalance, NumberBalance, ScopeBalance } from './balance.js';

const { off, far } = balanceLimits;
const mostRows = 40;
const rowHeight = 20;
const longestName = 44;

/** Every number's distance from the pool, beside what chance does; undefined when nothing was compared. */
export function balancePicture({ overall, benchmarks, conclusion, kind }: Balance): Drawing | undefined {
  const rows = rowsOf(overall, benchmarks);
  if (rows.length === 0) return undefined;
  const reach = Math.max(1, ...rows.map(({ number }) => extentOf(number))) * 1.05;
  const y = (at: number) => rows.length - at;
  const judgedName = kind === 'focus' ? 'selected' : 'selected, weighted';
  const plain: Mark[] =
    kind === 'focus'
      ? []
      : [
          dots(
            rows.map(({ number }, at) => [number.difference, y(at)]),
            'orange',
            'selected, not weighted',
          ),
        ];
  return drawChart({
    title: 'How far the selected tasks are from the pool',
    description: `${conclusion} ${rows.map(({ words, number }) => `${words}: ${judged(number).toFixed(2)} SD, 95% of redraws ${number.redrawn.low.toFixed(2)} to ${number.redrawn.high.toFixed(2)}`).join('; ')}.`,
    x: {
      label: `difference of the means in standard deviations of the pool; dashed: ${off} and ${far}`,
      from: -reach,
      to: reach,
    },
    y: {
      label: '',
      from: 0,
      to: rows.length + 1,
      ticks: rows.map((_, at) => y(at)),
      format: (value) => rows[rows.length - value]?.words ?? '',
    },
    left: 40 + 6.2 * Math.max(...rows.map(({ words }) => words.length)),
    width: 820,
    height: 130 + rowHeight * rows.length,
    marks: [
      ...rows.map(
        ({ number: { redrawn } }, at): Mark => ({
          kind: 'box',
          x: [redrawn.low, redrawn.high],
          y: [y(at) - 0.3, y(at) + 0.3],
          colour: 'grey',
          opacity: 0.35,
          ...(at === 0 ? { label: '95% of redraws' } : {}),
        }),
      ),
      ...[-off, off, -far, far].map((x): Mark => ({ kind: 'rule', x })),
      ...plain,
      dots(
        rows.map(({ number }, at) => [judged(number), y(at)]),
        'blue',
        judgedName,
      ),
    ],
  });
}

interface Row {
  readonly words: string;
  readonly number: NumberBalance;
}

function rowsOf(overall: ScopeBalance, benchmarks: readonly ScopeBalance[]): readonly Row[] {
  const named = benchmarks.length > 1 ? benchmarks : [];
  const rows = [overall, ...named].flatMap(({ name, numbers }) =>
    numbers.map((number) => ({ words: cut(name === undefined ? number.words : `${name}: ${number.words}`), number })),
  );
  return rows.slice(0, mostRows);
}

function dots(points: readonly (readonly [number, number])[], colour: 'blue' | 'orange', label: string): Mark {
  return { kind: 'dots', points, colour, label, radius: 4, opacity: 1 };
}

function judged({ weightedDifference, difference }: NumberBalance): number {
  return weightedDifference ?? difference;
}

function extentOf({ difference, weightedDifference = 0, redrawn }: NumberBalance): number {
  return Math.max(...[difference, weightedDifference, redrawn.low, redrawn.high].map(Math.abs));
}

function cut(words: string, longest = longestName): string {
  return words.length <= longest ? words : `${words.slice(0, longest - 1)}…`;
}

const mostValues = 12;
const labelHeight = 22;
const longestLabel = 36;

/** The shares of phases, languages and benchmarks, selected and in the pool; undefined when nothing is selected. */
export function labelPicture({ overall }: Balance): Drawing | undefined {
  if (overall.selected === 0 || overall.eligible === 0) return undefined;
  const rows = overall.labels.filter(({ values }) => values.length > 1).flatMap(labelRows);
  if (rows.length === 0) return undefined;
  const shares = rows.map(({ words, selected, weightedShare, pool }) => {
    const share = weightedShare ?? selected / overall.selected;
    return { words, selected: 100 * share, pool: (100 * pool) / overall.eligible };
  });
  const isWeighted = rows.some(({ weightedShare }) => weightedShare !== undefined);
  const y = (at: number) => rows.length - at;
  const bars = (of: 'selected' | 'pool', colour: 'blue' | 'grey', from: number, label: string): Mark[] =>
    shares.map((share, at) => ({
      kind: 'box',
      x: [0, share[of]],
      y: [y(at) + from, y(at) + from + 0.36],
      colour,
      ...(at === 0 ? { label } : {}),
    }));
  const moved = overall.labels
    .map(({ name, totalVariation, weightedVariation }) => `${name} ${(weightedVariation ?? totalVariation).toFixed(2)}`)
    .join(', ');
  return drawChart({
    title: 'What the selection and the pool are made of',
    description: `Fraction of the selection to reassign to match the pool: ${moved}. ${shares.map(({ words, selected, pool }) => `${words}: ${selected.toFixed(0)}% of the selected, ${pool.toFixed(0)}% of the pool`).join('; ')}.`,
    x: {
      label: 'share, in percent',
      from: 0,
      to: Math.max(10, ...shares.flatMap((share) => [share.selected, share.pool])),
    },
    y: {
      label: '',
      from: 0.4,
      to: rows.length + 0.6,
      ticks: rows.map((_, at) => y(at)),
      format: (value) => shares[rows.length - value]?.words ?? '',
    },
    left: 40 + 6.2 * Math.max(...rows.map(({ words }) => words.length)),
    width: 820,
    height: 130 + labelHeight * rows.length,
    marks: [
      ...bars('selected', 'blue', 0, isWeighted ? 'selected, weighted' : 'selected'),
      ...bars('pool', 'grey', -0.36, 'pool'),
    ],
  });
}

/** The most frequent values of a label; equals as they stand. */
function labelRows({ name, values }: LabelBalance) {
  const shown = new Set(values.toSorted((a, b) => b.pool - a.pool).slice(0, mostValues));
  return values
    .filter((value) => shown.has(value))
    .map(({ value, selected, weightedShare, pool }) => ({
      words: cut(value === '' ? `(no ${name})` : value, longestLabel),
      selected,
      weightedShare,
      pool,
    }));
}
