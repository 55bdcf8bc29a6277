import { axisX, axisY, dot, link, ruleX } from '@observablehq/plot';
import { useCallback } from 'react';
import type { NumberBalance, ScopeBalance } from '../../../core/assess/balance/balance.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { Chart } from '../parts/chart.js';
import { short } from '../parts/figures.js';

/** How far each number's mean is from the pool's, in its standard deviations, with what chance stays within. */
export function BalanceChart({ scope: { numbers }, draws }: { readonly scope: ScopeBalance; readonly draws: number }) {
  const draw = useCallback(() => {
    const rows = numbers.map((each) => ({
      name: each.name,
      at: shownDifference(each),
      low: each.redrawn.low,
      high: each.redrawn.high,
    }));
    const most =
      Math.max(0.6, ...rows.flatMap(({ at, low, high }) => [Math.abs(at), Math.abs(low), Math.abs(high)])) * 1.05;
    const wordsOf = new Map(numbers.map(({ name, words }) => [name, visibleText(words, 24)]));
    return {
      marginLeft: 180,
      marginBottom: 44,
      x: { domain: [-most, most], label: null },
      y: { domain: numbers.map(({ name }) => name), label: null },
      marks: [
        axisX({ label: 'standard deviations of the pool', labelAnchor: 'center', labelArrow: 'none', ticks: 6 }),
        axisY({ label: null, tickSize: 0, tickFormat: (name: string) => wordsOf.get(name) ?? name }),
        ruleX([-0.25, 0.25], { stroke: 'currentColor', strokeOpacity: 0.25, strokeDasharray: '3 3' }),
        ruleX([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
        link(rows, {
          x1: 'low',
          x2: 'high',
          y: 'name',
          stroke: 'var(--grey)',
          strokeWidth: 7,
          strokeOpacity: 0.45,
          strokeLinecap: 'round',
        }),
        dot(rows, { x: 'at', y: 'name', fill: 'var(--blue)', r: 5 }),
      ],
    };
  }, [numbers]);
  return (
    <Chart
      title="How far the selected tasks are from the pool"
      description={`The difference of the means of each number. The grey ranges hold 95% of ${formatCount(draws)} random choices of the same design.`}
      draw={draw}
      height={26 * numbers.length + 64}
      legend={[
        { name: 'selection less pool', colour: 'var(--blue)' },
        { name: 'where 95% of random choices lie', colour: 'var(--grey)' },
      ]}
      numbers={{
        columns: [
          { name: 'Number' },
          { name: 'Selected', number: true },
          { name: 'Pool', number: true },
          { name: 'Difference', number: true },
          { name: 'Weighted', number: true },
          { name: '95% of random choices' },
          { name: 'Distance', number: true },
          { name: 'Level' },
        ],
        rows: numbers.map((each) => ({
          key: each.name,
          cells: [
            visibleText(each.words, 60),
            short(each.typical.selected, 3),
            short(each.typical.pool, 3),
            short(each.difference, 3),
            each.weightedDifference === undefined ? 'none' : short(each.weightedDifference, 3),
            `${short(each.redrawn.low, 3)} to ${short(each.redrawn.high, 3)}`,
            short(each.distance, 3),
            each.beyondChance.difference ? `${each.level}, beyond chance` : each.level,
          ],
        })),
      }}
    />
  );
}

/** The difference that counts: with the design weights where there are any. */
function shownDifference({ difference, weightedDifference }: NumberBalance): number {
  return weightedDifference ?? difference;
}
