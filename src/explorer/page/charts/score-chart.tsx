import { useMemo } from 'react';
import type { Selection } from '../../../core/model/selection.js';
import { chartData } from '../../../core/pictures/chart.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DrawnChart } from '../charts/drawn-chart.js';
import { percent, short } from '../parts/figures.js';
import { selectionWords, weighted } from './weighted.js';

const bins = 20;

/** How the scores of the pool and of the selection are spread: the share of each in bins of a twentieth. */
export function ScoreChart({ selection }: { readonly selection: Selection }) {
  const { benchmarks, choices, plan, kind } = selection;
  const parts = useMemo(() => {
    const pool = histogram(
      benchmarks.flatMap(({ tasks }) => tasks.map(({ score }) => [score, 1] as const)),
      bins,
    );
    const own = histogram(
      weighted(kind, choices).map(({ task, weight }) => [task.score, weight]),
      bins,
    );
    const counts = histogram(
      choices.map(({ task }) => [task.score, 1]),
      bins,
    );
    return { pool: shares(pool), own: shares(own), counts };
  }, [benchmarks, choices, kind]);
  const { shown, points } = useMemo(() => chartOf(parts, kind), [parts, kind]);
  return (
    <DrawnChart
      title={`${visibleText(plan.score.name, 60)} scores`}
      description="The share of tasks with a score in each twentieth, in the pool and in the selection."
      shown={shown}
      points={points}
      height={270}
      numbers={{
        columns: [
          { name: 'Score' },
          { name: 'Selected', number: true },
          { name: 'Pool', number: true },
          { name: selectionWords(kind, 'Of selection'), number: true },
          { name: 'Of pool', number: true },
        ],
        rows: parts.pool.map(({ from, to, count, share }, at) => ({
          key: String(from),
          cells: [
            `${short(from, 2)} to ${short(to, 2)}`,
            parts.counts[at]?.count ?? 0,
            count,
            percent(parts.own[at]?.share ?? 0),
            percent(share),
          ],
        })),
      }}
    />
  );
}

type Shares = readonly (Bin & { readonly share: number })[];

function chartOf({ pool, own }: { readonly pool: Shares; readonly own: Shares }, kind: Selection['kind']) {
  const most = Math.max(0.01, ...pool.map(({ share }) => share), ...own.map(({ share }) => share));
  const shown = chartData({
    x: { label: 'score', from: 0, to: 1 },
    y: { label: '', from: 0, to: 1.08 * most, format: (share) => `${Math.round(100 * share)}%` },
    marks: [
      { kind: 'band', points: steps(pool).map(([x, y]) => [x, 0, y]), colour: 'grey', label: 'pool', opacity: 0.45 },
      { kind: 'line', points: steps(own), colour: 'blue', label: selectionWords(kind, 'selection') },
    ],
  });
  const points = pool.map(({ from, to, share }, at) => ({
    x: (from + to) / 2,
    y: own[at]?.share ?? 0,
    words: `${short(from, 2)} to ${short(to, 2)}: ${percent(own[at]?.share ?? 0)} of the selection, ${percent(share)} of the pool`,
  }));
  return { shown, points };
}

function shares(list: readonly Bin[]): Shares {
  const total = list.reduce((sum, { count }) => sum + count, 0);
  return list.map((bin) => ({ ...bin, share: total === 0 ? 0 : bin.count / total }));
}

/** The outline of a histogram. */
function steps(list: Shares): readonly (readonly [number, number])[] {
  return [[0, 0], ...list.flatMap(({ from, to, share }) => [[from, share] as const, [to, share] as const]), [1, 0]];
}

/** How many values lie between two bounds, or what their weights sum to. */
interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Sums the weights of values in bins of equal width over [0, 1]; a bound belongs to the bin above it, 1 to the last. */
function histogram(values: readonly (readonly [value: number, weight: number])[], bins: number): readonly Bin[] {
  const counts = new Array<number>(bins).fill(0);
  for (const [value, weight] of values) {
    // A score such as 0.35 is a hair below seven twentieths; the slack is far below any published digit.
    const at = Math.min(bins - 1, Math.max(0, Math.floor(value * bins + 1e-9)));
    counts[at] = (counts[at] ?? 0) + weight;
  }
  return counts.map((count, at) => ({ from: at / bins, to: (at + 1) / bins, count }));
}
