import { useMemo, useState } from 'react';
import {
  aboutWords,
  difference,
  differenceWords,
  gainWords,
  levelWords,
  partWords,
  runWords,
} from '../../../core/estimate/estimate-words.js';
import type { ConfigurationEstimate, DifferenceEstimate, Estimate } from '../../../core/estimate/pool-estimate.js';
import type { ConfigurationProgress, RunProgress } from '../../../core/progress/run-progress.js';
import { countOf, formatCount } from '../../../core/text/numbers.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { capital } from '../../../core/text/words.js';
import { Notes } from '../blocks/blocks.js';
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

/** How many of the selected tasks are done, system by system. */
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

/** The estimates as `winnow estimate` prints them: levels, paired differences, parts, warnings. */
function EstimateSection({ estimate, baseline, choose }: EstimateSectionProps) {
  const { configurations, differences, claim, weighting, assistance, warnings, kind, population } = estimate;
  const levels = useMemo(() => levelChart(estimate), [estimate]);
  const paired = useMemo(() => differenceChart(estimate), [estimate]);
  const systems = configurations.map(({ name }) => [name, visibleText(name, 80)] as const);
  return (
    <Titled id="estimate" title="What the results say">
      <p className={`claim claim-${kind}`}>{visibleText(claim, 1000)}</p>
      <p>
        {aboutWords(estimate)} {weighting !== undefined && `Weights: ${visibleText(weighting, 400)}.`}{' '}
        {assistance !== undefined && `Assisted: ${visibleText(assistance, 400)}.`}
      </p>
      {levels !== undefined && <ChartView {...levels} />}
      {configurations.map((each) => (
        <ConfigurationLines key={each.name} configuration={each} population={population} />
      ))}
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
      {differences.map((each) => (
        <DifferenceLines key={`${each.first}\n${each.second}`} difference={each} />
      ))}
      <Parts estimate={estimate} />
      <Notes notes={warnings.map(({ message }) => message)} />
    </Titled>
  );
}

interface ConfigurationLinesProps {
  readonly configuration: ConfigurationEstimate;
  readonly population: number;
}

/** The level of a system, under each reading of missing results. */
function ConfigurationLines({ configuration, population }: ConfigurationLinesProps) {
  const { name, readings, coverage } = configuration;
  return (
    <>
      <h3>{visibleText(name, 120)}</h3>
      <ul className="lines">
        {readings.map((reading) => (
          <li key={reading.missingCountsAs}>
            {capital(levelWords(reading, population, readings.length > 1))}.
            {reading.pool !== undefined &&
              gainWords(reading.pool).map((gain) => (
                <span key={gain} className="quiet">
                  {' '}
                  {capital(gain)}.
                </span>
              ))}
          </li>
        ))}
        <li className="quiet">
          {capital(runWords(configuration))}; {coverage.scored} of {countOf(coverage.selected, 'task')} scored.
        </li>
      </ul>
    </>
  );
}

/** The paired difference of two systems. */
function DifferenceLines({ difference: { first, second, readings } }: { readonly difference: DifferenceEstimate }) {
  return (
    <>
      <h3>
        {visibleText(second, 80)} less {visibleText(first, 80)}, task by task
      </h3>
      {readings.length === 0 ? (
        <p>No task has a result under both.</p>
      ) : (
        <ul className="lines">
          {readings.flatMap((reading) =>
            differenceWords(reading, readings.length > 1).map((line, i) => (
              <li key={`${reading.missingCountsAs} ${line}`} className={i === 0 ? undefined : 'quiet'}>
                {capital(line)}.
              </li>
            )),
          )}
        </ul>
      )}
    </>
  );
}

/** Levels and differences by benchmark, phase and language. */
function Parts({ estimate: { configurations, differences } }: { readonly estimate: Estimate }) {
  const valueWords = (value: string) => visibleText(value === '' ? 'unknown' : value, 60);
  const levels = configurations.flatMap(({ name, readings: [first] }) =>
    (first?.parts ?? [])
      .filter(({ tasks }) => tasks > 0)
      .map((part) => [
        visibleText(name, 80),
        part.by,
        valueWords(part.value),
        formatCount(part.tasks),
        partWords(part, ' (indicative)'),
      ]),
  );
  const paired = differences.flatMap(({ first, second, readings: [shown] }) =>
    (shown?.parts ?? []).map(({ by, value, pairs, trust, pool }) => [
      `${visibleText(second, 60)} less ${visibleText(first, 60)}`,
      by,
      valueWords(value),
      formatCount(pairs),
      pool === undefined ? 'too few tasks' : `${difference(pool)}${trust === 'indicative' ? ' (indicative)' : ''}`,
    ]),
  );
  if (levels.length === 0) return null;
  const title = 'Levels by benchmark, phase and language';
  return (
    <details className="notes">
      <summary>{title}</summary>
      <TableView
        title={title}
        columns={[...words('System', 'By', 'Value'), ...figures('Tasks', 'Level')]}
        rows={levels}
      />
      {paired.length > 0 && (
        <TableView
          title="Paired differences by benchmark, phase and language"
          columns={[...words('Difference', 'By', 'Value'), ...figures('Pairs', 'Points')]}
          rows={paired}
        />
      )}
    </details>
  );
}
