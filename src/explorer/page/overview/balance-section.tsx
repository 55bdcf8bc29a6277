import { useCallback } from 'react';
import { assessBalance } from '../../../core/assess/balance/assess-balance.js';
import type { Selection } from '../../../core/model/selection.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { Notes } from '../parts/notes.js';
import { useWork } from '../parts/use-work.js';
import { Worked } from '../parts/worked.js';
import { BalanceChart } from './balance-chart.js';

/** Pools of more tasks are compared when asked: it would hold up the page. */
const mostAtOnce = 5000;

/** How the selection differs from the tasks that could have been selected, and what chance would do. */
export function BalanceSection({ selection }: { readonly selection: Selection }) {
  const question = useCallback(() => assessBalance(selection), [selection]);
  const work = useWork(question, selection.statistics.available <= mostAtOnce);
  return (
    <section aria-labelledby="balance" className="balance">
      <h2 id="balance">Selection against pool</h2>
      <Worked work={work} ask="Compare the selection with its pool">
        {(balance) => (
          <>
            <p>{visibleText(balance.conclusion, 2000)}</p>
            {balance.overall.numbers.length > 0 && <BalanceChart scope={balance.overall} draws={balance.draws} />}
            <Notes notes={balance.notes} />
          </>
        )}
      </Worked>
    </section>
  );
}
