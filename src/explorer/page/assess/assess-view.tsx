import { useMemo } from 'react';
import { type PoolResults, poolResults } from '../../../core/assess/pool-results.js';
import { WinnowError } from '../../../core/model/errors.js';
import type { Outcomes } from '../../../core/model/outcome.js';
import type { Selection } from '../../../core/model/selection.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { useResult, useSource } from '../state/study-context.js';
import { CeilingSection } from './ceiling-section.js';
import { FidelitySection } from './fidelity-section.js';
import { PowerSection } from './power-section.js';
import { SensitivitySection } from './sensitivity-section.js';
import { ValiditySection } from './validity-section.js';

/** What runs on the selection could show, and how much of it hangs on the weights. */
export function AssessView() {
  const { data } = useSource();
  const { selection } = useResult();
  const fitted = useMemo(() => fitResults(selection, data.results), [selection, data.results]);
  const results = fitted !== undefined && 'configurations' in fitted ? fitted : undefined;
  return (
    <>
      <h1>Assess</h1>
      <PowerSection selection={selection} results={results} />
      <SensitivitySection selection={selection} />
      {fitted === undefined && (
        <section aria-labelledby="results">
          <h2 id="results">Results of runs</h2>
          <p className="empty-state">
            No results are given. With those of earlier runs on the pool, this page shows whether the selected tasks
            give the same answers as all of them, and whether the score tells where a configuration gains:{' '}
            <code>winnow serve PLAN --results FILE</code>.
          </p>
        </section>
      )}
      {fitted !== undefined && 'why' in fitted && (
        <section aria-labelledby="results">
          <h2 id="results">Results of runs</h2>
          <p className="is-wrong">{visibleText(fitted.why, 2000)}</p>
        </section>
      )}
      {results !== undefined && data.results !== undefined && (
        <>
          <FidelitySection selection={selection} results={results} />
          <CeilingSection selection={selection} results={results} />
          <ValiditySection selection={selection} outcomes={data.results} />
        </>
      )}
    </>
  );
}

function fitResults(
  selection: Selection,
  outcomes: Outcomes | undefined,
): PoolResults | { readonly why: string } | undefined {
  if (outcomes === undefined) return undefined;
  try {
    return poolResults(selection, outcomes);
  } catch (error) {
    if (error instanceof WinnowError) return { why: error.message };
    throw error;
  }
}
