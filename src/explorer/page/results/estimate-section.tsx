import { useMemo } from 'react';
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
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DrawnChart } from '../charts/drawn-chart.js';
import { differenceChart, levelChart } from '../charts/estimate-charts.js';
import { DataTable } from '../parts/data-table.js';
import { Notes } from '../parts/notes.js';

interface EstimateSectionProps {
  readonly estimate: Estimate;
  /** The system that the others are compared with; undefined: as the command line chooses. */
  readonly baseline: string | undefined;
  readonly choose: (baseline: string | undefined) => void;
}

/** What the results say, as `winnow estimate` says it: levels, paired differences, parts, warnings. */
export function EstimateSection({ estimate, baseline, choose }: EstimateSectionProps) {
  const { configurations, differences, claim, weighting, assistance, warnings, kind } = estimate;
  const levels = useMemo(() => levelChart(estimate), [estimate]);
  const paired = useMemo(() => differenceChart(estimate), [estimate]);
  return (
    <section aria-labelledby="estimate">
      <h2 id="estimate">What the results say</h2>
      <p className={`claim claim-${kind}`}>{visibleText(claim, 1000)}</p>
      <p>
        {aboutWords(estimate)} {weighting !== undefined && `Weights: ${visibleText(weighting, 400)}.`}{' '}
        {assistance !== undefined && `Assisted: ${visibleText(assistance, 400)}.`}
      </p>
      {levels !== undefined && <DrawnChart {...levels} />}
      {configurations.map((each) => (
        <ConfigurationLines key={each.name} configuration={each} population={estimate.population} />
      ))}
      {configurations.length > 1 && (
        <div className="fields">
          <label>
            <span>Compare with</span>
            <select value={baseline ?? ''} onChange={({ target }) => choose(target.value || undefined)}>
              <option value="">{configurations.length === 2 ? 'the first by name' : 'nobody'}</option>
              {configurations.map(({ name }) => (
                <option key={name} value={name}>
                  {visibleText(name, 80)}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      {paired !== undefined && <DrawnChart {...paired} />}
      {differences.map((each) => (
        <DifferenceLines key={`${each.first}\n${each.second}`} difference={each} />
      ))}
      <Parts estimate={estimate} />
      <Notes notes={warnings.map(({ message }) => message)} />
    </section>
  );
}

/** Levels and differences by benchmark, phase and language. */
function Parts({ estimate: { configurations, differences } }: { readonly estimate: Estimate }) {
  const rows = configurations.flatMap(({ name, readings: [first] }) =>
    (first?.parts ?? [])
      .filter(({ tasks }) => tasks > 0)
      .map((part) => ({
        key: `${name}\n${part.by}\n${part.value}`,
        cells: [
          visibleText(name, 80),
          part.by,
          visibleText(part.value === '' ? 'unknown' : part.value, 60),
          formatCount(part.tasks),
          partWords(part, ' (indicative)'),
        ],
      })),
  );
  const paired = differences.flatMap(partRows);
  if (rows.length === 0) return null;
  return (
    <details className="notes">
      <summary>Levels by benchmark, phase and language</summary>
      <DataTable
        caption="Levels by benchmark, phase and language"
        columns={[
          { name: 'System' },
          { name: 'By' },
          { name: 'Value' },
          { name: 'Tasks', number: true },
          { name: 'Level', number: true },
        ]}
        rows={rows}
      />
      {paired.length > 0 && (
        <DataTable
          caption="Paired differences by benchmark, phase and language"
          columns={[
            { name: 'Difference' },
            { name: 'By' },
            { name: 'Value' },
            { name: 'Pairs', number: true },
            { name: 'Points', number: true },
          ]}
          rows={paired}
        />
      )}
    </details>
  );
}

function partRows({ first, second, readings: [shown] }: DifferenceEstimate) {
  return (shown?.parts ?? []).map(({ by, value, pairs, trust, pool }) => ({
    key: `${first}\n${second}\n${by}\n${value}`,
    cells: [
      `${visibleText(second, 60)} less ${visibleText(first, 60)}`,
      by,
      visibleText(value === '' ? 'unknown' : value, 60),
      formatCount(pairs),
      pool === undefined ? 'too few tasks' : `${difference(pool)}${trust === 'indicative' ? ' (indicative)' : ''}`,
    ],
  }));
}

interface ConfigurationLinesProps {
  readonly configuration: ConfigurationEstimate;
  readonly population: number;
}

/** A system's level in the lines of the command line, under each reading of what is missing. */
function ConfigurationLines({ configuration, population }: ConfigurationLinesProps) {
  const { name, readings, coverage } = configuration;
  const { scored, selected } = coverage;
  return (
    <>
      <h3>{visibleText(name, 120)}</h3>
      <ul className="lines">
        {readings.map((reading) => (
          <li key={reading.missingCountsAs}>
            {capital(levelWords(reading, population, readings.length > 1))}.
            {reading.pool !== undefined &&
              gainWords(reading.pool).map((words) => (
                <span key={words} className="quiet">
                  {' '}
                  {capital(words)}.
                </span>
              ))}
          </li>
        ))}
        <li className="quiet">
          {capital(runWords(configuration))}; {scored} of {countOf(selected, 'task')} scored.
        </li>
      </ul>
    </>
  );
}

/** The paired difference of two systems, in the lines of the command line. */
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
            differenceWords(reading, readings.length > 1).map((words, i) => (
              <li key={`${reading.missingCountsAs} ${words}`} className={i === 0 ? undefined : 'quiet'}>
                {capital(words)}.
              </li>
            )),
          )}
        </ul>
      )}
    </>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
