import type { Balance, NumberBalance, ScopeBalance } from '../assess/balance/balance.js';
import { chartSvg } from './chart.js';
import type { Mark } from './marks.js';

const mostRows = 40;
const rowHeight = 20;
const longestName = 44;

/** Every number's distance from the pool, beside what chance does; undefined when nothing was compared. */
export function balancePicture({ overall, benchmarks, conclusion, kind }: Balance): string | undefined {
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
  return chartSvg({
    title: 'How far the selected tasks are from the pool',
    description: `${conclusion} ${rows.map(({ words, number }) => `${words}: ${judged(number).toFixed(2)} SD, chance up to ${number.chance.difference.toFixed(2)}`).join('; ')}.`,
    x: {
      label: 'difference of the means in standard deviations of the pool; dashed: 0.25 and 0.5',
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
        ({ number: { chance } }, at): Mark => ({
          kind: 'box',
          x: [-chance.difference, chance.difference],
          y: [y(at) - 0.3, y(at) + 0.3],
          colour: 'grey',
          opacity: 0.35,
          ...(at === 0 ? { label: '95% of redraws' } : {}),
        }),
      ),
      { kind: 'rule', x: -0.25 },
      { kind: 'rule', x: 0.25 },
      { kind: 'rule', x: -0.5 },
      { kind: 'rule', x: 0.5 },
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

function extentOf({ difference, weightedDifference = 0, chance }: NumberBalance): number {
  return Math.max(Math.abs(difference), Math.abs(weightedDifference), chance.difference);
}

function cut(words: string): string {
  return words.length <= longestName ? words : `${words.slice(0, longestName - 1)}…`;
}
