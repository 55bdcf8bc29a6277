import { useCallback } from 'react';
import { balanceInSteps } from '../../../core/assess/balance/assess-balance.js';
import type { LabelBalance } from '../../../core/assess/balance/balance.js';
import type { Selection } from '../../../core/model/selection.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DataTable } from '../parts/data-table.js';
import { percent } from '../parts/figures.js';
import { Notes } from '../parts/notes.js';
import { useSlicedWork } from '../parts/use-work.js';
import { Worked } from '../parts/worked.js';
import { BalanceChart } from './balance-chart.js';

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
            percent(label.chance),
          ],
        }))}
      />
    </>
  );
}

/** Pools of more tasks are compared when asked: it would hold up the page. */
const mostAtOnce = 5000;

/** How the selection differs from the tasks that could have been selected, and what chance would do. */
export function BalanceSection({ selection }: { readonly selection: Selection }) {
  const question = useCallback(() => balanceInSteps(selection), [selection]);
  const work = useSlicedWork(question, selection.statistics.available <= mostAtOnce);
  return (
    <section aria-labelledby="balance" className="balance">
      <h2 id="balance">Selection against pool</h2>
      <Worked work={work} ask="Compare the selection with its pool">
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
