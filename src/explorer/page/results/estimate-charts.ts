import { difference, points, rate, readingWords, signed } from '../../../core/estimate/estimate-words.js';
import type { Estimate } from '../../../core/estimate/pool-estimate.js';
import { chartData, rowAxis } from '../../../core/pictures/chart.js';
import type { Mark } from '../../../core/pictures/marks.js';
import { visibleText } from '../../../core/text/visible-text.js';
import type { ShownChart } from '../blocks/chart.js';

interface Row {
  readonly name: string;
  readonly words: string;
  readonly at: number;
  readonly low?: number;
  readonly high?: number;
}

/** The level of each system, with its interval if it is about the pool. */
export function levelChart({ configurations, kind }: Estimate): ShownChart | undefined {
  const rows = configurations.flatMap(({ name, readings: [first] }): Row[] => {
    if (first?.pool !== undefined) {
      const { mean, low, high } = first.pool;
      return [{ name, words: rate(first.pool), at: mean, low, high }];
    }
    const mean = first?.selectedMean;
    return mean === undefined ? [] : [{ name, words: points(mean), at: mean }];
  });
  const isPartial = configurations.some(({ readings }) => readings.length > 1);
  const of = kind === 'focus' ? 'mean on the selected tasks' : 'level of the pool';
  const label = `${of}, in percent${isPartial ? ` (${readingWords.absent})` : ''}`;
  return chartOf('Levels', label, rows, [0, 1]);
}

/** Each paired difference, with its interval if it is about the pool. */
export function differenceChart({ differences, kind }: Estimate): ShownChart | undefined {
  const rows = differences.flatMap(({ first, second, readings: [shown] }): Row[] => {
    if (shown === undefined) return [];
    const name = `${second} less ${first}`;
    const { pool, selectedMean } = shown;
    if (pool === undefined) return [{ name, words: signed(selectedMean), at: selectedMean }];
    return [{ name, words: difference(pool), at: pool.mean, low: pool.low, high: pool.high }];
  });
  const most = Math.max(0.05, ...rows.flatMap(({ at, low = 0, high = 0 }) => [at, low, high].map(Math.abs)));
  const label = `${kind === 'focus' ? 'on the selected tasks' : 'of the pool'}, in points`;
  return chartOf('Paired differences', label, rows, [-1.1 * most, 1.1 * most]);
}

const mostRows = 40;

function chartOf(
  title: string,
  label: string,
  all: readonly Row[],
  [from, to]: readonly [number, number],
): ShownChart | undefined {
  const rows = all.slice(0, mostRows);
  if (rows.length === 0) return undefined;
  const axis = rowAxis(
    rows.map(({ name }) => visibleText(name, 40)),
    0.6,
  );
  const marks: Mark[] = [
    ...(from < 0 ? [{ kind: 'rule', x: 0 } as const] : []),
    ...rows.map(({ at, low = at, high = at }, row): Mark => {
      return { kind: 'range', y: axis.at(row), low: 100 * low, high: 100 * high, at: 100 * at, colour: 'blue' };
    }),
  ];
  return {
    title,
    description: rows.map(({ name, words }) => `${visibleText(name, 80)}: ${words}`).join('; '),
    height: 34 * rows.length + 80,
    shown: chartData({ x: { label, from: 100 * from, to: 100 * to }, y: axis.y, marks }),
  };
}
