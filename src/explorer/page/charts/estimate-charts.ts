import { difference, points, rate, readingWords, signed } from '../../../core/estimate/estimate-words.js';
import type { Estimate } from '../../../core/estimate/pool-estimate.js';
import { type ChartData, chartData } from '../../../core/pictures/chart.js';
import type { Mark } from '../../../core/pictures/marks.js';
import { visibleText } from '../../../core/text/visible-text.js';

/** A chart for the page to draw. */
interface EstimateChart {
  readonly title: string;
  readonly description: string;
  readonly shown: ChartData;
  readonly height: number;
}

/** A row of a chart: a figure, perhaps with its interval, in shares. */
interface Row {
  readonly name: string;
  readonly words: string;
  readonly at: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
}

/** The level of each system, with its interval where it speaks of the pool. */
export function levelChart({ configurations, kind }: Estimate): EstimateChart | undefined {
  const rows = configurations.flatMap(({ name, readings: [first] }): Row[] => {
    if (first?.pool !== undefined) {
      const { mean, low, high } = first.pool;
      return [{ name, words: rate(first.pool), at: mean, low, high }];
    }
    const mean = first?.selectedMean;
    return mean === undefined ? [] : [{ name, words: points(mean), at: mean, low: undefined, high: undefined }];
  });
  const isPartial = configurations.some(({ readings }) => readings.length > 1);
  const of = kind === 'focus' ? 'mean on the selected tasks' : 'level of the pool';
  const what = `${of}, in percent${isPartial ? ` (${readingWords.absent})` : ''}`;
  return chartOf('Levels', what, rows, [0, 1]);
}

/** Each paired difference, with its interval where it speaks of the pool. */
export function differenceChart({ differences, kind }: Estimate): EstimateChart | undefined {
  const rows = differences.flatMap(({ first, second, readings: [shown] }): Row[] => {
    if (shown === undefined) return [];
    const name = `${second} less ${first}`;
    if (shown.pool === undefined) {
      const at = shown.selectedMean;
      return [{ name, words: signed(at), at, low: undefined, high: undefined }];
    }
    const { mean, low, high } = shown.pool;
    return [{ name, words: difference(shown.pool), at: mean, low, high }];
  });
  const most = Math.max(0.05, ...rows.flatMap(({ at, low = 0, high = 0 }) => [at, low, high].map(Math.abs)));
  const what = `${kind === 'focus' ? 'on the selected tasks' : 'of the pool'}, in points`;
  return chartOf('Paired differences', what, rows, [-1.1 * most, 1.1 * most]);
}

/** More would be a wall: the lines below have them all. */
const mostRows = 40;

function chartOf(
  title: string,
  label: string,
  all: readonly Row[],
  [from, to]: readonly [number, number],
): EstimateChart | undefined {
  const rows = all.slice(0, mostRows);
  if (rows.length === 0) return undefined;
  const y = (i: number) => rows.length - i;
  const marks: Mark[] = [
    ...(from < 0 ? [{ kind: 'rule', x: 0 } as const] : []),
    ...rows.map(({ at, low = at, high = at }, i): Mark => {
      return { kind: 'range', y: y(i), low: 100 * low, high: 100 * high, at: 100 * at, colour: 'blue' };
    }),
  ];
  return {
    title,
    description: rows.map(({ name, words }) => `${visibleText(name, 80)}: ${words}`).join('; '),
    height: 34 * rows.length + 80,
    shown: chartData({
      x: { label, from: 100 * from, to: 100 * to },
      y: {
        label: '',
        from: 0.4,
        to: rows.length + 0.6,
        ticks: rows.map((_, i) => y(i)),
        format: (value) => visibleText(rows[rows.length - value]?.name ?? '', 40),
      },
      marks,
    }),
  };
}
