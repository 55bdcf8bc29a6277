import { useMemo, useState } from 'react';
import type { Estimate } from '../../../core/estimate/pool-estimate.js';
import type { ConfigurationProgress, RunProgress } from '../../../core/progress/run-progress.js';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { estimateView } from '../../../operations/estimate-view.js';
import { Notes, Sections } from '../blocks/blocks.js';
import { ChartView } from '../blocks/chart.js';
import { figures, TableView, words } from '../blocks/table.js';
import { Choice, Titled, Worked } from '../parts/controls.js';
import { percent } from '../parts/figures.js';
import { useInquiry, useSource } from '../state/study-context.js';
import { differenceChart, levelChart } from './estimate-charts.js';

/** The progress and the estimates of the runs, as `status` and `estimate` print them. */
export function ResultsView() {
  const { data } = useSource();
  const { results, resultsStamp, resultsProblem } = data;
  const [baseline, setBaseline] = useState<string>();
  const progress = useInquiry('progress', {}, results !== undefined);
  const { work } = progress;
  const isCounted = work.state === 'done' || (work.state === 'working' && work.before !== undefined);
  const estimate = useInquiry('estimate', { baseline }, results !== undefined);
  if (results === undefined) {
    return (
      <>
        <h1>Results</h1>
        <p className="empty-state">
          No results are given. <code>winnow view PLAN --results FILE</code> shows how far the runs have come and what
          they say, and follows the file while it grows.
        </p>
      </>
    );
  }
  return (
    <>
      <h1>Results</h1>
      <p className="lead">
        {resultsStamp === undefined
          ? 'The results that the page was made with.'
          : 'The page follows the results while they come in.'}
      </p>
      {resultsProblem !== undefined && (
        <p className="is-wrong" role="status">
          {visibleText(resultsProblem, 800)}
        </p>
      )}
      <Worked working={progress} ask="Count the results">
        {(found) => found !== undefined && <ProgressSection progress={found} isLive={resultsStamp !== undefined} />}
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

function ProgressSection({ progress, isLive }: { readonly progress: RunProgress; readonly isLive: boolean }) {
  const { selected, repeat, configurations, warnings } = progress;
  const done = configurations.reduce((sum, each) => sum + each.done, 0);
  const all = selected * configurations.length;
  const repeats = repeat > 1 ? ['Short of repeats'] : [];
  return (
    <Titled id="progress" title="Progress">
      <p role={isLive ? 'status' : undefined}>
        <strong>{percent(all === 0 ? 0 : done / all)}</strong> done: {formatCount(done)} of {countOf(all, 'task')} (
        {countOf(configurations.length, 'system')} × {countOf(selected, 'selected task')}).
      </p>
      <TableView
        title="How many of the selected tasks have results, by system"
        columns={[...words('System', 'Done'), ...figures('Tasks done', ...repeats, 'Errored', 'Missing', 'Runs left')]}
        rows={configurations.map(({ name, runsLeft, ...counts }) => [
          visibleText(name, 80),
          <DoneBar key="bar" counts={counts} selected={selected} />,
          `${formatCount(counts.done)} of ${formatCount(selected)}`,
          ...repeats.map(() => formatCount(counts.short)),
          formatCount(counts.errored),
          formatCount(counts.missing),
          formatCount(runsLeft),
        ])}
      />
      <Notes notes={warnings.map(({ message }) => message)} />
    </Titled>
  );
}

interface DoneBarProps {
  readonly counts: Pick<ConfigurationProgress, 'done' | 'errored' | 'short'>;
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

interface EstimateSectionProps {
  readonly estimate: Estimate;
  /** The system that the others are compared with; undefined: the default of the command line. */
  readonly baseline: string | undefined;
  readonly choose: (baseline: string | undefined) => void;
}

function EstimateSection({ estimate, baseline, choose }: EstimateSectionProps) {
  const levels = useMemo(() => levelChart(estimate), [estimate]);
  const paired = useMemo(() => differenceChart(estimate), [estimate]);
  const systems = estimate.configurations.map(({ name }) => [name, visibleText(name, 80)] as const);
  return (
    <Titled id="estimate" title="What the results say">
      {levels !== undefined && <ChartView {...levels} />}
      {systems.length > 1 && (
        <div className="fields">
          <Choice
            label="Compare with"
            value={baseline ?? ''}
            options={[['', systems.length === 2 ? 'the first by name' : 'nobody'], ...systems]}
            onChoose={(name) => choose(name || undefined)}
          />
        </div>
      )}
      {paired !== undefined && <ChartView {...paired} />}
      <Sections sections={estimateView(estimate)} isFolded />
    </Titled>
  );
}
