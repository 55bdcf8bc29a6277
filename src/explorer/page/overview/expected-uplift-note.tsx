import { useCallback } from 'react';
import { expectedUpliftSentences } from '../../../core/describe/expected-uplift-words.js';
import type { Selection } from '../../../core/model/selection.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { useWork } from '../parts/use-work.js';
import { Worked } from '../parts/worked.js';

/** Pools of more tasks are run again when asked: it would hold up the page. */
const mostAtOnce = 1000;

/** What to expect in new runs of tasks that were chosen by their uplift in earlier ones; nothing where none were. */
export function ExpectedUpliftNote({ selection }: { readonly selection: Selection }) {
  const sentences = useCallback(() => expectedUpliftSentences(selection), [selection]);
  const work = useWork(
    sentences,
    selection.expectedUplift !== undefined && selection.statistics.available <= mostAtOnce,
  );
  if (selection.expectedUplift === undefined) return null;
  return (
    <section aria-labelledby="expected-uplift">
      <h2 id="expected-uplift">Expected uplift</h2>
      <Worked work={work} ask="Work out the expected uplift">
        {(found) => <p>{visibleText(found.join(' '), 2000)}</p>}
      </Worked>
    </section>
  );
}
