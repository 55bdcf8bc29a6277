import { memo } from 'react';
import type { Selection } from '../../../core/model/selection.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DataTable } from '../parts/data-table.js';
import { coverageChanges } from '../state/compare-selections.js';
import { useResult, useSource } from '../state/study-context.js';

/** How many tasks of each phase, benchmark and language were selected and are now. */
export function CoverageChange() {
  const { loaded } = useSource();
  const { selection } = useResult();
  return <CoverageTables before={loaded} after={selection} />;
}

const CoverageTables = memo(function CoverageTables({
  before,
  after,
}: {
  readonly before: Selection;
  readonly after: Selection;
}) {
  const [was, is] = [before.statistics, after.statistics];
  const { decimals } = after.plan.score;
  const tables = [
    ['Phase', coverageChanges(was.byPhase, is.byPhase)],
    ['Benchmark', coverageChanges(was.byBenchmark, is.byBenchmark)],
    ['Language', coverageChanges(was.byLanguage, is.byLanguage)],
  ] as const;
  return (
    <section aria-labelledby="coverage-change">
      <h2 id="coverage-change">Coverage before and after</h2>
      <p>
        {formatCount(was.selected)} tasks before, {formatCount(is.selected)} now; mean score{' '}
        {was.averageScore.toFixed(decimals)} before, {is.averageScore.toFixed(decimals)} now.
      </p>
      {tables.map(([name, rows]) => (
        <DataTable
          key={name}
          caption={`Selected tasks by ${name.toLowerCase()}, before and after`}
          columns={[
            { name },
            { name: 'Before', number: true },
            { name: 'After', number: true },
            { name: 'Change', number: true },
            { name: 'Of', number: true },
          ]}
          rows={rows.map((row) => ({
            key: row.name,
            cells: [
              visibleText(row.name, 80),
              formatCount(row.before),
              formatCount(row.after),
              <ChangeMark key="change" by={row.after - row.before} />,
              formatCount(row.available),
            ],
          }))}
        />
      ))}
    </section>
  );
});

function ChangeMark({ by }: { readonly by: number }) {
  if (by === 0) return <span className="quiet">0</span>;
  return <strong className={by > 0 ? 'came-in' : 'went-out'}>{by > 0 ? `+${by}` : `−${-by}`}</strong>;
}
