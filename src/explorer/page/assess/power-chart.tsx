import { axisX, axisY, lineY, ruleX, ruleY } from '@observablehq/plot';
import { useCallback, useMemo } from 'react';
import { discordanceFor, powerFor } from '../../../core/assess/power/detectable.js';
import type { PowerAssessment } from '../../../core/assess/power/power.js';
import { comparisonOf, curvesOf, largestShown } from '../../../core/pictures/power-curves.js';
import { Chart } from '../parts/chart.js';
import { percent, short } from '../parts/figures.js';

const steps = 80;

/** How the chance to find a difference grows with it; the wanted one is ruled. */
export function PowerChart({ assessment }: { readonly assessment: PowerAssessment }) {
  const { overall, wanted = 0, power, repeats } = assessment;
  const largest = largestShown(assessment);
  const curves = useMemo(
    () =>
      curvesOf(assessment).map(({ words, colour, discordance, end }) => {
        const comparison = comparisonOf(assessment, discordance);
        const line = Array.from({ length: steps + 1 }, (_, i) => (largest * i) / steps)
          // Of single passes a difference is at most the discordance; of partial rewards it may be more.
          .filter(
            (difference) =>
              repeats > 1 || assessment.discordance.partial || discordanceFor(discordance, difference) === discordance,
          )
          .map((difference) => ({ difference, chance: powerFor(comparison, overall.size, repeats, difference)[end] }));
        return { words, colour: `var(--${colour})`, line };
      }),
    [assessment, largest, overall.size, repeats],
  );
  const draw = useCallback(
    () => ({
      marginLeft: 46,
      marginBottom: 40,
      x: { domain: [0, 100 * largest], label: null },
      y: { domain: [0, 1], label: null },
      marks: [
        axisX({ label: 'true difference, in points', labelAnchor: 'center', labelArrow: 'none', ticks: 8 }),
        axisY({ label: null, ticks: 5, tickFormat: (value: number) => `${Math.round(100 * value)}%` }),
        ruleY([power], { stroke: 'currentColor', strokeOpacity: 0.5, strokeDasharray: '4 4' }),
        ...(wanted <= largest ? [ruleX([100 * wanted], { stroke: 'currentColor', strokeWidth: 1.5 })] : []),
        ...curves.map(({ line, colour }) =>
          lineY(line, { x: ({ difference }) => 100 * difference, y: 'chance', stroke: colour, strokeWidth: 2.5 }),
        ),
      ],
    }),
    [curves, largest, power, wanted],
  );
  const [first] = curves;
  return (
    <Chart
      title="The chance to find a difference"
      description={`Curves for ${curves.map(({ words }) => words).join(', ')}; the wanted difference, ${short(100 * wanted, 1)} points, is ruled.`}
      draw={draw}
      height={300}
      legend={curves.map(({ words, colour }) => ({ name: words, colour }))}
      numbers={{
        columns: [{ name: 'Difference' }, ...curves.map(({ words }) => ({ name: words, number: true }))],
        rows: (first?.line ?? [])
          .filter((_, i) => i % 4 === 0)
          .map(({ difference }, at) => ({
            key: String(difference),
            cells: [
              `${short(100 * difference, 1)} points`,
              ...curves.map(({ line }) => {
                const point = line[at * 4];
                return point === undefined ? 'not possible' : percent(point.chance);
              }),
            ],
          })),
      }}
    />
  );
}
