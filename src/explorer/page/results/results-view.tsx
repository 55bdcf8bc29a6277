import { useCallback, useMemo, useState } from 'react';
import { estimateResults } from '../../../core/estimate/estimate-results.js';
import { makeManifest } from '../../../core/manifest/manifest.js';
import { progressOf } from '../../../core/progress/progress-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { useWork } from '../parts/use-work.js';
import { Worked } from '../parts/worked.js';
import { useResult, useSource } from '../state/study-context.js';
import { EstimateSection } from './estimate-section.js';
import { ProgressSection } from './progress-section.js';

/** Results on the selected tasks: how far the runs have come, and what they say, as `status` and `estimate` tell it. */
export function ResultsView() {
  const { data } = useSource();
  const { selection } = useResult();
  const { results, generator } = data;
  const [baseline, setBaseline] = useState<string>();
  const manifest = useMemo(() => once(() => makeManifest(selection, generator)), [selection, generator]);
  const progress = useCallback(
    () => (results === undefined ? undefined : progressOf(manifest(), results)),
    [manifest, results],
  );
  const estimate = useCallback(
    () => (results === undefined ? undefined : estimateResults(manifest(), results, { baseline })),
    [manifest, results, baseline],
  );
  const progressWork = useWork(progress, true);
  const estimateWork = useWork(estimate, progressWork[0].state !== 'working');
  if (results === undefined) {
    return (
      <>
        <h1>Results</h1>
        <p className="empty-state">
          No results are given. <code>winnow serve PLAN --results FILE</code> shows how far the runs have come and what
          they say, and follows the file while it grows.
        </p>
      </>
    );
  }
  return (
    <>
      <h1>Results</h1>
      <p className="lead">
        {data.resultsStamp === undefined
          ? 'The results that the page was made with.'
          : 'The page follows the results while they come in.'}
      </p>
      {data.resultsProblem !== undefined && (
        <p className="is-wrong" role="status">
          {visibleText(data.resultsProblem, 800)}
        </p>
      )}
      <Worked work={progressWork} ask="Count the results">
        {(found) =>
          found !== undefined && <ProgressSection progress={found} isLive={data.resultsStamp !== undefined} />
        }
      </Worked>
      {progressWork[0].state === 'done' && (
        <Worked work={estimateWork} ask="Estimate">
          {(found) =>
            found !== undefined && <EstimateSection estimate={found} baseline={baseline} choose={setBaseline} />
          }
        </Worked>
      )}
    </>
  );
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
