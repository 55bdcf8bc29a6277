import { max, sum } from 'd3-array';
import { useMemo } from 'react';
import type { LabelBalance, NumberBalance, ScopeBalance } from '../../../core/assess/balance/balance.js';
import { designWeight } from '../../../core/manifest/design-weight.js';
import type { BenchmarkSelection, Selection } from '../../../core/model/selection.js';
import type { ScoredTask } from '../../../core/model/task.js';
import { chartData, rowAxis } from '../../../core/pictures/chart.js';
import type { Colour, Mark } from '../../../core/pictures/marks.js';
import { languageOf } from '../../../core/select/selection-statistics.js';
import { balanceLimits } from '../../../core/statistics/balance.js';
import { formatCount } from '../../../core/text/numbers.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { ChartView } from '../blocks/chart.js';
import { figures, TableView, words } from '../blocks/table.js';
import { Titled } from '../parts/controls.js';
import { percent, seriesName, short } from '../parts/task-marks.js';
import { poolColumns } from '../state/pool-columns.js';

/** The selected tasks, each with its weight: the design weight in a probability sample, 1 in a purposive selection. */
function weighted({ kind, choices }: Pick<Selection, 'kind' | 'choices'>) {
  return choices.map((choice) => ({
    task: choice.task,
    weight: kind === 'representative' ? (designWeight(choice) ?? 1) : 1,
  }));
}

/** The name of the selected tasks in a chart, which says if they are weighted. */
function ownWords({ kind }: Selection, name: string): string {
  return kind === 'representative' ? `${name}, weighted` : name;
}

const mostLanguages = 14;

/** The share of each language in the selection and in the pool. */
export function LanguageChart({ selection }: { readonly selection: Selection }) {
  const { statistics } = selection;
  const rows = useMemo(() => {
    const all = weighted(selection);
    const total = sum(all, ({ weight }) => weight);
    const shares = new Map<string, number>();
    for (const { task, weight } of all)
      shares.set(languageOf(task), (shares.get(languageOf(task)) ?? 0) + weight / total);
    return statistics.byLanguage.map(({ name, selected, available }) => ({
      name: visibleText(name, 24),
      own: shares.get(name) ?? 0,
      pool: available / statistics.available,
      selected,
      available,
    }));
  }, [selection, statistics]);
  const shown = useMemo(() => {
    const [few, axis] = [
      rows.slice(0, mostLanguages),
      rowAxis(
        rows.slice(0, mostLanguages).map(({ name }) => name),
        0.6,
      ),
    ];
    const most = Math.max(0.01, ...few.flatMap(({ own, pool }) => [own, pool]));
    const marks = few.flatMap(({ own, pool, selected, available }, row): Mark[] => {
      const y = axis.at(row);
      const named = (label: string) => (row === 0 ? { label } : {});
      const ofOwn = named(ownWords(selection, 'share of the selection'));
      return [
        { kind: 'box', x: [0, own], y: [y, y + 0.34], colour: 'blue', opacity: 1, ...ofOwn },
        { kind: 'box', x: [0, pool], y: [y - 0.34, y], colour: 'grey', opacity: 1, ...named('share of the pool') },
        { kind: 'words', x: Math.max(own, pool) + 0.01 * most, y, words: `${selected} of ${available}` },
      ];
    });
    const format = (share: number) => (share > 1 ? '' : `${Math.round(100 * share)}%`);
    return chartData({ x: { label: '', from: 0, to: 1.22 * most, format }, y: axis.y, marks });
  }, [rows, selection]);
  const more = rows.length - mostLanguages;
  return (
    <ChartView
      title="Languages"
      description={`The share of each language in the selection and in the pool.${more > 0 ? ` ${more} more are in the numbers.` : ''}`}
      shown={shown}
      height={30 * Math.min(rows.length, mostLanguages) + 52}
      numbers={{
        columns: [
          ...words('Language'),
          ...figures('Selected', 'Available', ownWords(selection, 'Of selection'), 'Of pool'),
        ],
        rows: rows.map(({ name, selected, available, own, pool }) => [
          name,
          selected,
          available,
          percent(own),
          percent(pool),
        ]),
      }}
    />
  );
}

const bins = 20;

/** The distribution of the scores in the pool and in the selection. */
export function ScoreChart({ selection }: { readonly selection: Selection }) {
  const parts = useMemo(() => {
    const own = weighted(selection);
    const counts = histogram(own.map(({ task }) => [task.score, 1]));
    const pool = histogram(Array.from(poolColumns(selection).score, (score) => [score, 1]));
    const shares = [pool, histogram(own.map(({ task, weight }) => [task.score, weight]))].map((list) => {
      const total = sum(list);
      return list.map((count) => (total === 0 ? 0 : count / total));
    });
    return pool.map((available, at) => ({
      from: at / bins,
      to: (at + 1) / bins,
      words: `${short(at / bins, 2)} to ${short((at + 1) / bins, 2)}`,
      selected: counts[at] ?? 0,
      available,
      pool: shares[0]?.[at] ?? 0,
      own: shares[1]?.[at] ?? 0,
    }));
  }, [selection]);
  const shown = useMemo(() => {
    const most = Math.max(0.01, ...parts.flatMap(({ pool, own }) => [pool, own]));
    const outline = (of: 'pool' | 'own') => [
      [0, 0] as const,
      ...parts.flatMap((part) => [[part.from, part[of]] as const, [part.to, part[of]] as const]),
      [1, 0] as const,
    ];
    const pool = outline('pool').map(([x, y]) => [x, 0, y] as const);
    return chartData({
      x: { label: 'score', from: 0, to: 1 },
      y: { label: '', from: 0, to: 1.08 * most, format: (share) => `${Math.round(100 * share)}%` },
      marks: [
        { kind: 'band', points: pool, colour: 'grey', label: 'pool', opacity: 0.45 },
        { kind: 'line', points: outline('own'), colour: 'blue', label: ownWords(selection, 'selection') },
      ],
    });
  }, [parts, selection]);
  const points = useMemo(
    () =>
      parts.map(({ from, to, own, pool, words: range }) => ({
        x: (from + to) / 2,
        y: own,
        words: `${range}: ${percent(own)} of the selection, ${percent(pool)} of the pool`,
      })),
    [parts],
  );
  return (
    <ChartView
      title={`${visibleText(selection.plan.score.name, 60)} scores`}
      description="The share of tasks with a score in each twentieth, in the pool and in the selection."
      shown={shown}
      points={points}
      height={270}
      numbers={{
        columns: [...words('Score'), ...figures('Selected', 'Pool', ownWords(selection, 'Of selection'), 'Of pool')],
        rows: parts.map(({ words: range, selected, available, own, pool }) => [
          range,
          selected,
          available,
          percent(own),
          percent(pool),
        ]),
      }}
    />
  );
}

/** Sums the weights of values in bins of equal width over [0, 1]; a bound belongs to the bin above it, 1 to the last. */
function histogram(values: readonly (readonly [value: number, weight: number])[]): readonly number[] {
  const counts = new Array<number>(bins).fill(0);
  for (const [value, weight] of values) {
    // A score such as 0.35 is a hair below seven twentieths; the slack is far below any published digit.
    const at = Math.min(bins - 1, Math.max(0, Math.floor(value * bins + 1e-9)));
    counts[at] = (counts[at] ?? 0) + weight;
  }
  return counts;
}

/** The mean of each component of the score by benchmark, in the pool and in the selection. */
export function ComponentCharts({ selection }: { readonly selection: Selection }) {
  return (
    <Titled id="components" title="Parts of the score by benchmark">
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
    </Titled>
  );
}

interface ComponentChartProps {
  readonly component: string;
  readonly weight: number;
  readonly colour: Colour;
  readonly benchmarks: readonly BenchmarkSelection[];
}

function ComponentChart({ component, weight, colour, benchmarks }: ComponentChartProps) {
  const means = useMemo(() => {
    const partOf = (task: ScoredTask) => task.parts[component] ?? 0;
    return benchmarks.map((benchmark) => {
      const { plan, tasks } = benchmark;
      const own = weighted(benchmark);
      const total = sum(own, (each) => each.weight);
      return {
        title: plan.title,
        pool: sum(tasks, partOf) / Math.max(1, tasks.length),
        selected: own.length === 0 ? undefined : sum(own, (each) => each.weight * partOf(each.task)) / total,
      };
    });
  }, [benchmarks, component]);
  const shown = useMemo(() => {
    const { at, y } = rowAxis(
      means.map(({ title }) => visibleText(title, 22)),
      0.6,
    );
    const taken = means.flatMap(({ pool, selected }, row) => (selected === undefined ? [] : [{ pool, selected, row }]));
    const between = taken.map(({ pool, selected, row }): Mark => {
      const ends = [pool, selected].map((value) => [value, at(row)] as const);
      return { kind: 'line', points: ends, colour };
    });
    const dots = { kind: 'dots', opacity: 1 } as const;
    const marks: Mark[] = [
      ...between,
      { ...dots, points: means.map(({ pool }, row) => [pool, at(row)]), colour: 'grey', radius: 4.5 },
      { ...dots, points: taken.map(({ selected, row }) => [selected, at(row)]), colour, radius: 5 },
    ];
    return chartData({ x: { label: '', from: 0, to: 1 }, y, marks });
  }, [means, colour]);
  return (
    <ChartView
      title={`${component} (weight ${short(weight, 6)})`}
      description="The mean by benchmark, in the pool and among the selected tasks."
      shown={shown}
      height={28 * means.length + 40}
      numbers={{
        columns: [...words('Benchmark'), ...figures('Mean of pool', 'Mean of selection')],
        rows: means.map(({ title, pool, selected }) => [
          visibleText(title, 60),
          pool.toFixed(3),
          selected?.toFixed(3) ?? 'none selected',
        ]),
      }}
    />
  );
}

/** How far the mean of each number is from the pool's, in its standard deviations, with the range of random choices. */
export function BalanceChart({ scope: { numbers }, draws }: { readonly scope: ScopeBalance; readonly draws: number }) {
  const shown = useMemo(() => balanceChart(numbers), [numbers]);
  return (
    <ChartView
      title="How far the selected tasks are from the pool"
      description={`The difference of the means of each number. The grey ranges hold 95% of ${formatCount(draws)} random choices of the same design.`}
      shown={shown}
      height={28 * numbers.length + 64}
      numbers={{
        columns: [
          ...words('Number'),
          ...figures('Selected', 'Pool', 'Difference', 'Weighted'),
          ...words('95% of random choices'),
          ...figures('Distance'),
          ...words('Level'),
        ],
        rows: numbers.map((each) => [
          visibleText(each.words, 60),
          short(each.typical.selected, 3),
          short(each.typical.pool, 3),
          short(each.difference, 3),
          each.weightedDifference === undefined ? 'none' : short(each.weightedDifference, 3),
          `${short(each.redrawn.low, 3)} to ${short(each.redrawn.high, 3)}`,
          short(each.distance, 3),
          each.differenceBeyondChance ? `${each.level}, beyond chance` : each.level,
        ]),
      }}
    />
  );
}

function balanceChart(numbers: readonly NumberBalance[]) {
  const { at, y } = rowAxis(
    numbers.map(({ words: name }) => visibleText(name, 24)),
    0.6,
  );
  const rows = numbers.map(({ difference, weightedDifference, redrawn: { low, high } }, row) => ({
    own: weightedDifference ?? difference,
    low,
    high,
    y: at(row),
  }));
  const farthest = max(rows, ({ own, low, high }) => Math.max(...[own, low, high].map(Math.abs)));
  const most = 1.05 * Math.max(0.6, farthest ?? 0);
  const ranges = rows.map(({ low, high, y: place }, row): Mark => {
    const named = row === 0 ? { label: 'where 95% of random choices lie' } : {};
    return { kind: 'box', x: [low, high], y: [place - 0.16, place + 0.16], colour: 'grey', opacity: 0.5, ...named };
  });
  const dots = rows.map(({ own, y: place }) => [own, place] as const);
  const marks: Mark[] = [
    ...[-balanceLimits.off, 0, balanceLimits.off].map((x): Mark => ({ kind: 'rule', x })),
    ...ranges,
    { kind: 'dots', points: dots, colour: 'blue', label: 'selection less pool', radius: 5, opacity: 1 },
  ];
  return chartData({ x: { label: 'standard deviations of the pool', from: -most, to: most }, y, marks });
}

/** How far the shares of each label are from the pool's. */
export function LabelTable({ labels }: { readonly labels: readonly LabelBalance[] }) {
  return (
    <>
      <h3>Labels</h3>
      <TableView
        title="How far the shares of each label are from those of the pool"
        columns={[
          ...words('Label'),
          ...figures('Values', 'Fraction to reassign', 'Weighted', '95% of random choices stay below'),
        ]}
        rows={labels.map(({ name, values, totalVariation, weightedVariation, variationChance_95: chance }) => [
          visibleText(name, 60),
          values.length,
          percent(totalVariation),
          weightedVariation === undefined ? 'none' : percent(weightedVariation),
          percent(chance),
        ])}
      />
    </>
  );
}
