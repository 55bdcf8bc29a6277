import { axisX, axisY, lineY, rectY, ruleY } from '@observablehq/plot';
import { useCallback, useMemo } from 'react';
import type { Selection } from '../../../core/model/selection.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { Chart } from '../parts/chart.js';
import { percent, short } from '../parts/figures.js';
import { type Bin, histogram } from './histogram.js';
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
    return { pool, own, counts };
  }, [benchmarks, choices, kind]);
  const draw = useCallback(
    () => ({
      marginLeft: 44,
      x: { domain: [0, 1], label: null },
      y: { label: null, nice: true },
      marks: [
        axisX({ ticks: 5, label: null }),
        axisY({ ticks: 4, label: null, tickFormat: (value: number) => `${Math.round(100 * value)}%` }),
        rectY(shares(parts.pool), { x1: 'from', x2: 'to', y: 'share', fill: 'var(--grey)', fillOpacity: 0.5 }),
        lineY(steps(shares(parts.own)), { x: 'x', y: 'y', stroke: 'var(--blue)', strokeWidth: 2.5 }),
        ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.4 }),
      ],
    }),
    [parts],
  );
  const [poolShares, ownShares] = [shares(parts.pool), shares(parts.own)];
  return (
    <Chart
      title={`${visibleText(plan.score.name, 60)} scores`}
      description="The share of tasks with a score in each twentieth, in the pool and in the selection."
      draw={draw}
      height={260}
      legend={[
        { name: selectionWords(kind, 'selection'), colour: 'var(--blue)', hollow: true },
        { name: 'pool', colour: 'var(--grey)' },
      ]}
      numbers={{
        columns: [
          { name: 'Score' },
          { name: 'Selected', number: true },
          { name: 'Pool', number: true },
          { name: selectionWords(kind, 'Of selection'), number: true },
          { name: 'Of pool', number: true },
        ],
        rows: parts.pool.map(({ from, to, count }, at) => ({
          key: String(from),
          cells: [
            `${short(from, 2)} to ${short(to, 2)}`,
            parts.counts[at]?.count ?? 0,
            count,
            percent(ownShares[at]?.share ?? 0),
            percent(poolShares[at]?.share ?? 0),
          ],
        })),
      }}
    />
  );
}

function shares(list: readonly Bin[]) {
  const total = list.reduce((sum, { count }) => sum + count, 0);
  return list.map((bin) => ({ ...bin, share: total === 0 ? 0 : bin.count / total }));
}

/** The outline of a histogram. */
function steps(list: readonly { readonly from: number; readonly to: number; readonly share: number }[]) {
  return [
    { x: 0, y: 0 },
    ...list.flatMap(({ from, to, share }) => [
      { x: from, y: share },
      { x: to, y: share },
    ]),
    { x: 1, y: 0 },
  ];
}
