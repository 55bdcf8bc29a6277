import { useMemo } from 'react';
import type { BenchmarkSelection, Selection } from '../../../core/model/selection.js';
import type { ScoredTask } from '../../../core/model/task.js';
import { chartData } from '../../../core/pictures/chart.js';
import type { Colour, Mark } from '../../../core/pictures/marks.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DrawnChart } from '../charts/drawn-chart.js';
import { seriesName } from '../parts/colours.js';
import { short } from '../parts/figures.js';
import { weighted } from './weighted.js';

/** The mean of each of the score's components by benchmark: among all tasks and among the selected ones. */
export function ComponentCharts({ selection }: { readonly selection: Selection }) {
  return (
    <section aria-labelledby="components">
      <h2 id="components">Parts of the score by benchmark</h2>
      <p className="quiet">
        The mean of each part before weighting, from 0 to 1: grey for the pool, in colour for the selection.
      </p>
      <div className="charts small">
        {[...selection.plan.score.weights].map(([component, weight], at) => (
          <ComponentChart
            key={component}
            component={component}
            weight={weight}
            colour={seriesName(at)}
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
  readonly colour: Colour;
  readonly benchmarks: readonly BenchmarkSelection[];
}

function ComponentChart({ component, weight, colour, benchmarks }: ComponentChartProps) {
  const means = useMemo(
    () => componentMeans(benchmarks, component).map((each) => ({ ...each, name: visibleText(each.title, 22) })),
    [benchmarks, component],
  );
  const shown = useMemo(() => chartOf(means, colour), [means, colour]);
  return (
    <DrawnChart
      title={`${component} (weight ${short(weight, 6)})`}
      description="The mean by benchmark, in the pool and among the selected tasks."
      shown={shown}
      height={28 * means.length + 40}
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

interface NamedMean {
  readonly name: string;
  readonly pool: number;
  readonly selected: number | undefined;
}

/** A dot for the pool, one for the selection, and the way between them. */
function chartOf(means: readonly NamedMean[], colour: Colour) {
  const y = (i: number) => means.length - i;
  const taken = means.flatMap(({ pool, selected }, i) => (selected === undefined ? [] : [{ pool, selected, y: y(i) }]));
  const marks: Mark[] = [
    ...taken.map(
      ({ pool, selected, y: at }): Mark => ({
        kind: 'line',
        points: [
          [pool, at],
          [selected, at],
        ],
        colour,
      }),
    ),
    { kind: 'dots', points: means.map(({ pool }, i) => [pool, y(i)]), colour: 'grey', radius: 4.5, opacity: 1 },
    { kind: 'dots', points: taken.map(({ selected, y: at }) => [selected, at]), colour, radius: 5, opacity: 1 },
  ];
  return chartData({
    x: { label: '', from: 0, to: 1 },
    y: {
      label: '',
      from: 0.4,
      to: means.length + 0.6,
      ticks: means.map((_, i) => y(i)),
      format: (at) => means[means.length - at]?.name ?? '',
    },
    marks,
  });
}

/** The mean of a component in a benchmark's pool and among its selected tasks, weighted where they are a probability sample. */
interface ComponentMean {
  readonly benchmark: string;
  readonly title: string;
  readonly pool: number;
  /** Undefined when none is selected. */
  readonly selected: number | undefined;
}

/** The means of one component, in the order of the plan. */
function componentMeans(benchmarks: readonly BenchmarkSelection[], component: string): readonly ComponentMean[] {
  return benchmarks.map(({ plan, tasks, choices, kind }) => ({
    benchmark: plan.name,
    title: plan.title,
    pool:
      meanPart(
        tasks.map((task) => ({ task, weight: 1 })),
        component,
      ) ?? 0,
    selected: meanPart(weighted(kind, choices), component),
  }));
}

function meanPart(
  tasks: readonly { readonly task: ScoredTask; readonly weight: number }[],
  component: string,
): number | undefined {
  if (tasks.length === 0) return undefined;
  let [sum, weights] = [0, 0];
  for (const { task, weight } of tasks) {
    sum += weight * (task.parts[component] ?? 0);
    weights += weight;
  }
  return sum / weights;
}
