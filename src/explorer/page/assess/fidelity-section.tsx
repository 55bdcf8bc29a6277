import { useCallback } from 'react';
import { assessFidelity } from '../../../core/assess/fidelity/assess-fidelity.js';
import type { FidelityReading, FidelityScope, MetricFidelity } from '../../../core/assess/fidelity/fidelity.js';
import type { Metric } from '../../../core/assess/fidelity/fidelity-metrics.js';
import { levelSentence, rankingSentence } from '../../../core/assess/fidelity/fidelity-words.js';
import type { PoolResults } from '../../../core/assess/pool-results.js';
import type { Selection } from '../../../core/model/selection.js';
import { fidelityPicture } from '../../../core/pictures/fidelity-picture.js';
import { countOf } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DataTable } from '../parts/data-table.js';
import { percent, points, short } from '../parts/figures.js';
import { Notes } from '../parts/notes.js';
import { Picture } from '../parts/picture.js';
import { useWork } from '../parts/use-work.js';
import { Worked } from '../parts/worked.js';

interface FidelitySectionProps {
  readonly selection: Selection;
  readonly results: PoolResults;
}

/** Whether systems do on the selected tasks as they do on all of them, and what a random choice would give. */
export function FidelitySection({ selection, results }: FidelitySectionProps) {
  const question = useCallback(() => assessFidelity(selection, results), [selection, results]);
  const work = useWork(question, false);
  return (
    <section aria-labelledby="fidelity">
      <h2 id="fidelity">Fidelity</h2>
      <p>
        Each system’s rate on the selected tasks beside its rate on all eligible tasks, and what random choices give.
      </p>
      <Worked work={work} ask="Compare with random choices">
        {({ scopes, notJudged, notes }) => (
          <>
            {scopes.map((scope) => (
              <Scope key={scope.benchmark ?? 'all'} scope={scope} />
            ))}
            {notJudged.map(({ benchmark, why }) => (
              <p key={benchmark} className="quiet">
                {visibleText(benchmark)}: {visibleText(why, 600)}
              </p>
            ))}
            <Notes notes={notes} />
          </>
        )}
      </Worked>
    </section>
  );
}

function Scope({ scope }: { readonly scope: FidelityScope }) {
  const { benchmark, rows, eligible } = scope;
  const picture = fidelityPicture(scope);
  const own = rows.find(({ isSelection }) => isSelection);
  const reading = own?.readings[0];
  if (own === undefined || reading === undefined) return null;
  const name = benchmark === undefined ? 'All benchmarks' : visibleText(benchmark);
  return (
    <>
      <h3>{name}</h3>
      <p className="quiet">
        {own.selected} of {countOf(eligible, 'eligible task')}; {countOf(reading.counted, 'system')}.
      </p>
      <p>
        {levelSentence(own)} {rankingSentence(own)}
      </p>
      {picture !== undefined && <Picture svg={picture} />}
      <MetricTable name={name} metrics={reading.metrics} />
      <DataTable
        caption={`Rates of the systems, ${name}`}
        columns={[
          { name: 'System' },
          { name: 'Pool', number: true },
          { name: 'Selection', number: true },
          { name: 'Error', number: true },
          { name: '95% of random choices' },
        ]}
        rows={reading.systems.map((system) => ({
          key: system.name,
          cells: [
            visibleText(system.name, 80),
            percent(system.poolRate),
            percent(system.rate),
            points(system.error),
            system.chance === undefined ? '' : `${points(system.chance.from)} to ${points(system.chance.to)}`,
          ],
        }))}
      />
    </>
  );
}

const words: Readonly<Record<Metric, string>> = {
  bias: 'mean error',
  mae: 'mean size of the error',
  rmse: 'root mean square error',
  maxError: 'largest error',
  kendall: 'Kendall’s rank correlation',
  spearman: 'Spearman’s rank correlation',
  pairs: 'pairs in the right order',
  widePairs: 'pairs apart in the right order',
  regret: 'lost by taking the winner here',
};

/** Differences of rates; the others are correlations and shares. */
const inPoints: ReadonlySet<Metric> = new Set(['bias', 'mae', 'rmse', 'maxError', 'regret']);

function MetricTable({ name, metrics }: { readonly name: string; readonly metrics: FidelityReading['metrics'] }) {
  const shown = (metric: Metric, value: number | undefined) =>
    value === undefined ? 'none' : inPoints.has(metric) ? points(value) : short(value);
  return (
    <DataTable
      caption={`How well the selection stands for the pool, ${name}`}
      columns={[
        { name: 'Figure' },
        { name: 'Selection', number: true },
        { name: '95% of random choices' },
        { name: 'Standing' },
      ]}
      rows={(Object.entries(metrics) as [Metric, MetricFidelity][]).map(([metric, { value, chance }]) => ({
        key: metric,
        cells: [
          words[metric],
          shown(metric, value),
          chance === undefined ? '' : `${shown(metric, chance.from)} to ${shown(metric, chance.to)}`,
          chance?.standing ?? '',
        ],
      }))}
    />
  );
}
