import { useState } from 'react';
import type { ConfigurationProgress, RunProgress } from '../../../core/progress/run-progress.js';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { estimateInquiry, progressInquiry } from '../inquiries/result-inquiries.js';
import { DataTable } from '../parts/data-table.js';
import { percent } from '../parts/figures.js';
import { Notes } from '../parts/notes.js';
import { Worked } from '../parts/worked.js';
import { useSource } from '../state/study-context.js';
import { useInquiry } from '../state/use-inquiry.js';
import { EstimateSection } from './estimate-section.js';

/** Results on the selected tasks: how far the runs have come, and what they say, as `status` and `estimate` tell it. */
export function ResultsView() {
  const { data } = useSource();
  const { results } = data;
  const [baseline, setBaseline] = useState<string>();
  const progress = useInquiry(progressInquiry, {}, results !== undefined);
  const isCounted =
    progress.work.state === 'done' || (progress.work.state === 'working' && progress.work.before !== undefined);
  const estimate = useInquiry(estimateInquiry, { baseline }, results !== undefined);
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
      <Worked working={progress} ask="Count the results">
        {(found) =>
          found !== undefined && <ProgressSection progress={found} isLive={data.resultsStamp !== undefined} />
        }
      </Worked>
      {isCounted && (
        <Worked working={estimate} ask="Estimate">
          {(found) =>
            found !== undefined && <EstimateSection estimate={found} baseline={baseline} choose={setBaseline} />
          }
        </Worked>
      )}
    </>
  );
}

/** How many of the selected tasks are done, system by system. */
function ProgressSection({ progress, isLive }: { readonly progress: RunProgress; readonly isLive: boolean }) {
  const { selected, repeat, configurations, warnings } = progress;
  const done = configurations.reduce((sum, each) => sum + each.done, 0);
  const all = selected * configurations.length;
  return (
    <section aria-labelledby="progress">
      <h2 id="progress">Progress</h2>
      <p role={isLive ? 'status' : undefined}>
        <strong>{percent(all === 0 ? 0 : done / all)}</strong> done: {formatCount(done)} of {countOf(all, 'task')} (
        {countOf(configurations.length, 'system')} × {countOf(selected, 'selected task')}).
      </p>
      <DataTable
        caption="How many of the selected tasks have results, by system"
        columns={[
          { name: 'System' },
          { name: 'Done' },
          { name: 'Tasks done', number: true },
          ...(repeat > 1 ? [{ name: 'Short of repeats', number: true }] : []),
          { name: 'Errored', number: true },
          { name: 'Missing', number: true },
          { name: 'Runs left', number: true },
        ]}
        rows={configurations.map((each) => ({
          key: each.name,
          cells: [
            visibleText(each.name, 80),
            <DoneBar key="bar" counts={each} selected={selected} />,
            `${formatCount(each.done)} of ${formatCount(selected)}`,
            ...(repeat > 1 ? [formatCount(each.short)] : []),
            formatCount(each.errored),
            formatCount(each.missing),
            formatCount(each.runsLeft),
          ],
        }))}
      />
      <Notes notes={warnings.map(({ message }) => message)} />
    </section>
  );
}

interface DoneBarProps {
  readonly counts: ConfigurationProgress;
  readonly selected: number;
}

function DoneBar({ counts: { done, errored, short }, selected }: DoneBarProps) {
  const share = (count: number) => percent(selected === 0 ? 0 : count / selected);
  return (
    <span className="done-bar" role="img" aria-label={`${share(done)} done`}>
      <span className="is-done" style={{ width: share(done) }} />
      <span className="is-short" style={{ width: share(short) }} />
      <span className="is-errored" style={{ width: share(errored) }} />
    </span>
  );
}
