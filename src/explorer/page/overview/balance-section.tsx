import { useMemo } from 'react';
import type { LabelBalance, NumberBalance, ScopeBalance } from '../../../core/assess/balance/balance.js';
import type { Selection } from '../../../core/model/selection.js';
import { chartData } from '../../../core/pictures/chart.js';
import type { Mark } from '../../../core/pictures/marks.js';
import { balanceLimits } from '../../../core/statistics/balance.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DrawnChart } from '../charts/drawn-chart.js';
import { balanceInquiry } from '../inquiries/balance-inquiry.js';
import { DataTable } from '../parts/data-table.js';
import { percent, short } from '../parts/figures.js';
import { Notes } from '../parts/notes.js';
import { Worked } from '../parts/worked.js';
import { useInquiry } from '../state/use-inquiry.js';

/** How far the shares of each label are from the pool's. */
function LabelTable({ labels }: { readonly labels: readonly LabelBalance[] }) {
  return (
    <>
      <h3>Labels</h3>
      <DataTable
        caption="How far the shares of each label are from those of the pool"
        columns={[
          { name: 'Label' },
          { name: 'Values', number: true },
          { name: 'Fraction to reassign', number: true },
          { name: 'Weighted', number: true },
          { name: '95% of random choices stay below', number: true },
        ]}
        rows={labels.map((label) => ({
          key: label.name,
          cells: [
            visibleText(label.name, 60),
            label.values.length,
            percent(label.totalVariation),
            label.weightedVariation === undefined ? 'none' : percent(label.weightedVariation),
            percent(label.variationChance_95),
          ],
        }))}
      />
    </>
  );
}

/** Pools of more tasks are compared when asked: it takes a while. */
export const mostAtOnce = 5000;

/** How the selection differs from the tasks that could have been selected, and what chance would do. */
export function BalanceSection({ selection }: { readonly selection: Selection }) {
  const working = useInquiry(balanceInquiry, {}, selection.statistics.available <= mostAtOnce);
  return (
    <section aria-labelledby="balance" className="balance">
      <h2 id="balance">Selection against pool</h2>
      <Worked working={working} ask="Compare the selection with its pool">
        {(balance) => (
          <>
            <p>{visibleText(balance.conclusion, 2000)}</p>
            {balance.overall.numbers.length > 0 && <BalanceChart scope={balance.overall} draws={balance.draws} />}
            {balance.overall.labels.length > 0 && <LabelTable labels={balance.overall.labels} />}
            <Notes notes={balance.notes} />
          </>
        )}
      </Worked>
    </section>
  );
}

/** How far each number's mean is from the pool's, in its standard deviations, with what chance stays within. */
function BalanceChart({ scope: { numbers }, draws }: { readonly scope: ScopeBalance; readonly draws: number }) {
  const shown = useMemo(() => chartOf(numbers), [numbers]);
  return (
    <DrawnChart
      title="How far the selected tasks are from the pool"
      description={`The difference of the means of each number. The grey ranges hold 95% of ${formatCount(draws)} random choices of the same design.`}
      shown={shown}
      height={28 * numbers.length + 64}
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
            each.differenceBeyondChance ? `${each.level}, beyond chance` : each.level,
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

/** The range of random choices as a bar, and the selection as a dot on it. */
function chartOf(numbers: readonly NumberBalance[]) {
  const y = (i: number) => numbers.length - i;
  const ends = numbers.flatMap((each) => [shownDifference(each), each.redrawn.low, each.redrawn.high]);
  const most = 1.05 * Math.max(0.6, ...ends.map(Math.abs));
  const marks: Mark[] = [
    { kind: 'rule', x: -balanceLimits.off },
    { kind: 'rule', x: 0 },
    { kind: 'rule', x: balanceLimits.off },
    ...numbers.map(({ redrawn: { low, high } }, i): Mark => {
      const named = i === 0 ? { label: 'where 95% of random choices lie' } : {};
      return { kind: 'box', x: [low, high], y: [y(i) - 0.16, y(i) + 0.16], colour: 'grey', opacity: 0.5, ...named };
    }),
    {
      kind: 'dots',
      points: numbers.map((each, i) => [shownDifference(each), y(i)]),
      colour: 'blue',
      label: 'selection less pool',
      radius: 5,
      opacity: 1,
    },
  ];
  return chartData({
    x: { label: 'standard deviations of the pool', from: -most, to: most },
    y: {
      label: '',
      from: 0.4,
      to: numbers.length + 0.6,
      ticks: numbers.map((_, i) => y(i)),
      format: (at) => visibleText(numbers[numbers.length - at]?.words ?? '', 24),
    },
    marks,
  });
}
