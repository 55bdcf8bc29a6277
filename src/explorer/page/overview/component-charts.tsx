import { axisX, axisY, dot, link } from '@observablehq/plot';
import { useCallback, useMemo } from 'react';
import type { BenchmarkSelection, Selection } from '../../../core/model/selection.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { Chart } from '../parts/chart.js';
import { seriesColour } from '../parts/colours.js';
import { short } from '../parts/figures.js';
import { componentMeans } from './component-means.js';

/** The mean of each of the score's components by benchmark: among all tasks and among the selected ones. */
export function ComponentCharts({ selection }: { readonly selection: Selection }) {
  return (
    <section aria-labelledby="components">
      <h2 id="components">Parts of the score by benchmark</h2>
      <p className="quiet">
        The mean of each part before weighting, from 0 to 1: hollow for the pool, full for the selection.
      </p>
      <div className="charts small">
        {[...selection.plan.score.weights].map(([component, weight], at) => (
          <ComponentChart
            key={component}
            component={component}
            weight={weight}
            colour={seriesColour(at)}
            benchmarks={selection.benchmarks}
          />
        ))}
      </div>
    </section>
  );
}

interface ComponentChartProps {
  readonly component: string;
  readonly weight: number;
  readonly colour: string;
  readonly benchmarks: readonly BenchmarkSelection[];
}

function ComponentChart({ component, weight, colour, benchmarks }: ComponentChartProps) {
  const means = useMemo(
    () => componentMeans(benchmarks, component).map((each) => ({ ...each, name: visibleText(each.title, 22) })),
    [benchmarks, component],
  );
  const draw = useCallback(() => {
    const taken = means.filter(({ selected }) => selected !== undefined);
    return {
      marginLeft: 160,
      marginRight: 12,
      x: { domain: [0, 1], label: null },
      y: { domain: means.map(({ benchmark }) => benchmark), label: null },
      marks: [
        axisX({ ticks: 5, label: null }),
        axisY({
          label: null,
          tickSize: 0,
          tickFormat: (name: string) => means.find((each) => each.benchmark === name)?.name ?? '',
        }),
        link(taken, { x1: 'pool', x2: 'selected', y: 'benchmark', stroke: colour, strokeWidth: 2, strokeOpacity: 0.6 }),
        dot(means, { x: 'pool', y: 'benchmark', stroke: colour, fill: 'var(--page)', r: 4.5, strokeWidth: 2 }),
        dot(taken, { x: 'selected', y: 'benchmark', fill: colour, r: 4.5 }),
      ],
    };
  }, [means, colour]);
  return (
    <Chart
      title={`${component} (weight ${short(weight, 6)})`}
      description="The mean by benchmark, in the pool and among the selected tasks."
      draw={draw}
      height={26 * means.length + 36}
      numbers={{
        columns: [
          { name: 'Benchmark' },
          { name: 'Mean of pool', number: true },
          { name: 'Mean of selection', number: true },
        ],
        rows: means.map(({ benchmark, title, pool, selected }) => ({
          key: benchmark,
          cells: [visibleText(title, 60), pool.toFixed(3), selected?.toFixed(3) ?? 'none selected'],
        })),
      }}
    />
  );
}
