import { memo } from 'react';
import type { Selection } from '../../../core/model/selection.js';
import { averageOf } from '../../../core/select/selection-statistics.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DataTable } from '../parts/data-table.js';
import { coverageChanges, type Moves, scoresBefore } from '../state/compare-selections.js';
import { useResult, useSource } from '../state/study-context.js';

/** How many tasks of each phase, benchmark and language were selected and are now. */
export function CoverageChange() {
  const { loaded } = useSource();
  const { selection, moves } = useResult();
  return <CoverageTables before={loaded} after={selection} moves={moves} />;
}

const CoverageTables = memo(function CoverageTables({
  before,
  after,
  moves,
}: {
  readonly before: Selection;
  readonly after: Selection;
  readonly moves: Moves;
}) {
  const [was, is] = [before.statistics, after.statistics];
  const tables = [
    ['Phase', coverageChanges(was.byPhase, is.byPhase)],
    ['Benchmark', coverageChanges(was.byBenchmark, is.byBenchmark)],
    ['Language', coverageChanges(was.byLanguage, is.byLanguage)],
  ] as const;
  return (
    <section aria-labelledby="coverage-change">
      <h2 id="coverage-change">Coverage before and after</h2>
      <p>
        {formatCount(was.selected)} tasks before, {formatCount(is.selected)} now; {scoreWords(before, after, moves)}.
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

/** Both means by the score of the plan as loaded; the mean by a changed score is added, because it has another scale. */
function scoreWords(before: Selection, after: Selection, moves: Moves): string {
  const { decimals } = before.plan.score;
  const own = after.statistics.averageScore.toFixed(after.plan.score.decimals);
  const was = before.statistics.averageScore.toFixed(decimals);
  const scores = scoresBefore(before, after, moves);
  if (scores === undefined) return `mean score ${was} before; ${own} now, by the changed score`;
  const now = averageOf(scores, decimals).toFixed(decimals);
  return `mean score ${was} before, ${now} now${now === own ? '' : ` (${own} by the changed score)`}`;
}

function ChangeMark({ by }: { readonly by: number }) {
  if (by === 0) return <span className="quiet">0</span>;
  return <strong className={by > 0 ? 'came-in' : 'went-out'}>{by > 0 ? `+${by}` : `−${-by}`}</strong>;
}
