import { choosesByUplift } from '../../../core/expect-uplift.js';
import type { Selection } from '../../../core/model/selection.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { upliftInquiry } from '../inquiries/uplift-inquiry.js';
import { Worked } from '../parts/worked.js';
import { useInquiry } from '../state/use-inquiry.js';

/** Pools of more tasks are run again when asked: it takes a while. */
const mostAtOnce = 1000;

/** What to expect in new runs of tasks that were chosen by their uplift in earlier ones; nothing where none were. */
export function ExpectedUpliftNote({ selection }: { readonly selection: Selection }) {
  const isByUplift = selection.benchmarks.some(({ plan }) => choosesByUplift(plan));
  const working = useInquiry(upliftInquiry, {}, isByUplift && selection.statistics.available <= mostAtOnce);
  if (!isByUplift) return null;
  return (
    <section aria-labelledby="expected-uplift">
      <h2 id="expected-uplift">Expected uplift</h2>
      <Worked working={working} ask="Work out the expected uplift">
        {(found) => <p>{visibleText(found.join(' '), 2000)}</p>}
      </Worked>
    </section>
  );
}
