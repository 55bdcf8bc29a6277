import { useMemo } from 'react';
import { powerQuestion } from '../../../core/assess/power/power-question.js';
import { prospectOf } from '../../../core/assess/prospect/prospect.js';
import type { AssessInput } from '../../../core/assess/question/question.js';
import { optimumSentence } from '../../../core/describe/describe-optimise.js';
import { evidenceSentence, learnedSentences } from '../../../core/describe/forecast-words.js';
import { claimOf, originSentence, overviewSentence, pilotSentence } from '../../../core/describe/selection-words.js';
import { warningKinds } from '../../../core/describe/warning-kinds.js';
import { differenceWords, levelWords } from '../../../core/estimate/estimate-words.js';
import type { Estimate } from '../../../core/estimate/pool-estimate.js';
import { choosesByUplift } from '../../../core/expect-uplift.js';
import type { Warning } from '../../../core/model/fault.js';
import type { Selection } from '../../../core/model/selection.js';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { capital } from '../../../core/text/words.js';
import { AnswerView, Notes } from '../blocks/blocks.js';
import { CoverageGrid, coverageOf, TableView, words } from '../blocks/table.js';
import { Titled, Worked } from '../parts/controls.js';
import { useIsPrinting } from '../parts/hooks.js';
import { routeHash } from '../route/route.js';
import { noFilter } from '../route/task-filter.js';
import { isUnedited } from '../state/edits.js';
import { assessInput, type ShownAnswer, shownAnswer } from '../state/inquiries.js';
import { poolColumns } from '../state/pool-columns.js';
import { useInquiry, useResult, useSource } from '../state/study-context.js';
import { BalanceChart, ComponentCharts, LabelTable, LanguageChart, ScoreChart } from './overview-charts.js';
import { ProspectGauges } from './prospect-gauges.js';

interface SelectionProps {
  readonly selection: Selection;
}

/** For larger pools the slow figures are worked out on request. */
const mostAtOnce = 5000;
const mostForUplift = 1000;

const printedPower = { question: powerQuestion.name, options: {} };

/** The selection, what it can prove and covers, its warnings, and how it compares with its pool. */
export function OverviewView() {
  const { data, loaded } = useSource();
  const { selection, edits } = useResult();
  const { results } = data;
  const input = useMemo(() => assessInput({ selection, loaded, results }), [selection, loaded, results]);
  const prospect = useMemo(() => prospectOf(selection, input.results?.pool), [selection, input]);
  const isPrinting = useIsPrinting();
  // Printing does not wait, so the figures for paper are prepared if that is quick.
  const { work: power } = useInquiry('question', printedPower, selection.statistics.available <= mostAtOnce);
  const { plan, kind, statistics, weighting } = selection;
  const pilot = pilotSentence(selection);
  return (
    <>
      <header className="hero">
        <p className="hero-plan">
          <span className={`kind kind-${kind}`}>{kind === 'focus' ? 'Purposive selection' : 'Probability sample'}</span>{' '}
          {plan.description !== undefined && visibleText(plan.description, 300)}
        </p>
        <h1>{visibleText(plan.title, 200)}</h1>
        <p className="hero-sentence">{visibleText(prospect.sentence, 1000).replaceAll('± ', '±\u00a0')}</p>
        <p className="hero-origin">{visibleText(originSentence(selection), 600)}</p>
      </header>
      <ProspectGauges prospect={prospect} />
      <p className={`claim claim-${kind}`}>{visibleText(claimOf(selection), 1000)}</p>
      {pilot !== undefined && <p className="purpose">{visibleText(pilot, 600)}</p>}
      {selection.benchmarks.map((benchmark) => {
        const purpose = learnedSentences(benchmark).join(' ');
        return purpose === '' ? null : (
          <p key={benchmark.plan.name} className="purpose">
            {visibleText(`${benchmark.plan.title}: ${purpose}`, 2000)}
          </p>
        );
      })}
      {certificatesOf(selection).map((certificate) => (
        <p key={certificate}>{visibleText(certificate, 1000)}</p>
      ))}
      <ResultsNote />
      <UpliftNote selection={selection} />
      <Coverage selection={selection} />
      {isPrinting && <PrintedSections input={input} power={power.state === 'done' ? power.value : undefined} />}
      <Warnings warnings={selection.warnings} isOpen={isPrinting} />
      <Titled id="score" title="Score">
        <p>
          Mean {visibleText(plan.score.name, 60)} score of the selected tasks:{' '}
          <strong data-figure="score.average">{statistics.averageScore.toFixed(plan.score.decimals)}</strong>.{' '}
          {weighting !== undefined && (
            <span data-figure="weighting">
              Effective n = {weighting.effectiveSize.toFixed(1)}, design effect {weighting.designEffect.toFixed(2)}.{' '}
            </span>
          )}
          <span className="quiet">{visibleText(evidenceSentence(plan.score), 1000)}</span>
        </p>
      </Titled>
      <Titled id="distributions" title="Selection beside pool">
        <div className="charts">
          <LanguageChart selection={selection} />
          <ScoreChart selection={selection} />
        </div>
      </Titled>
      <ComponentCharts selection={selection} />
      <BalanceSection selection={selection} />
      {isPrinting && (
        <p className="quiet">
          {visibleText(overviewSentence(selection), 1000)} Plan {visibleText(data.planFile, 80)}, SHA-256{' '}
          <span data-figure="plan.sha256">{loaded.plan.hash.slice(0, 16)}</span>
          {isUnedited(edits) ? '' : ', changed on the page'}; {visibleText(data.generator, 40)}.
        </p>
      )}
    </>
  );
}

function certificatesOf({ benchmarks }: Selection): readonly string[] {
  const certificates = benchmarks.flatMap(({ optimum }) => optimum?.certificate ?? []);
  return [...new Set(certificates.map(optimumSentence))];
}

function ResultsNote() {
  const { data } = useSource();
  const working = useInquiry('estimate', { baseline: undefined }, data.results !== undefined);
  if (data.results === undefined) return null;
  return (
    <Titled id="results-note" title="Results">
      <Worked working={working} ask="Estimate">
        {(found) => found !== undefined && <EstimateLines estimate={found} />}
      </Worked>
    </Titled>
  );
}

const mostSystems = 3;

function EstimateLines({ estimate: { configurations, differences, population } }: { readonly estimate: Estimate }) {
  const left = configurations.length - mostSystems;
  const [pair] = configurations.length === 2 ? differences : [];
  return (
    <ul className="plain-list">
      {configurations.slice(0, mostSystems).map(({ name, readings, coverage: { scored, selected } }) => {
        const [first] = readings;
        const level = first === undefined ? 'no result' : levelWords(first, population, readings.length > 1);
        return (
          <li key={name}>
            {visibleText(name, 80)}: <strong>{level}</strong>
            {scored === selected ? '' : `, ${scored} of ${countOf(selected, 'task')} scored`}
          </li>
        );
      })}
      {pair?.readings.slice(0, 1).map((reading) => (
        <li key={reading.missingCountsAs}>
          {visibleText(pair.second, 80)} less {visibleText(pair.first, 80)}:{' '}
          <strong>{differenceWords(reading, pair.readings.length > 1)[0]}</strong>
        </li>
      ))}
      <li>
        {left > 0 && `${countOf(left, 'more system')}; `}
        <a href={routeHash({ view: 'results' })}>all that the results say</a>
      </li>
    </ul>
  );
}

/** The uplift to expect in new runs of tasks that were chosen by their uplift in earlier ones; nothing if none were. */
function UpliftNote({ selection: { benchmarks, statistics } }: SelectionProps) {
  const isByUplift = benchmarks.some(({ plan }) => choosesByUplift(plan));
  const working = useInquiry('expectedUplift', {}, isByUplift && statistics.available <= mostForUplift);
  if (!isByUplift) return null;
  return (
    <Titled id="expected-uplift" title="Expected uplift">
      <Worked working={working} ask="Work out the expected uplift">
        {(found) => <p>{visibleText(found.join(' '), 2000)}</p>}
      </Worked>
    </Titled>
  );
}

function Coverage({ selection }: SelectionProps) {
  const cellOf = useMemo(() => coverageOf(poolColumns(selection)), [selection]);
  return (
    <Titled id="coverage" title="Phases and benchmarks">
      <p className="quiet">
        Selected of available.<span className="grid-hint"> A cell leads to its tasks.</span>
      </p>
      <CoverageGrid plan={selection.plan} cellOf={cellOf} hasTotals>
        {(content, phase, benchmark) => {
          const entries = Object.entries({ benchmark, phase });
          const labels = new Map(entries.flatMap(([label, value]) => (value === undefined ? [] : [[label, [value]]])));
          return <a href={routeHash({ view: 'tasks', filter: { ...noFilter, labels } })}>{content}</a>;
        }}
      </CoverageGrid>
    </Titled>
  );
}

interface PrintedSectionsProps {
  readonly input: AssessInput;
  /** The answer to `printedPower`; undefined if it is not ready. */
  readonly power: ShownAnswer | undefined;
}

/** What a screen shows elsewhere: the power in figures, and every exclusion with its evidence. */
function PrintedSections({ input, power: ready }: PrintedSectionsProps) {
  const power = useMemo(() => {
    const answer = ready ?? shownAnswer(powerQuestion.ask(input, {}));
    // The verdict and the table of differences; a page of paper has no room for the curves.
    return { ...answer, pictures: [], sections: answer.sections.slice(0, 2), notes: [] };
  }, [input, ready]);
  const exclusions = input.selection.benchmarks.flatMap(({ plan, exclusions: own }) =>
    own.map(({ taskId, reason, evidence, date, who, wouldBeIn, replacedBy }) => [
      `${visibleText(plan.name, 40)} ${visibleText(taskId)}`,
      reason,
      visibleText(evidence ?? '', 400),
      visibleText([date, who].filter((part) => part !== undefined).join(', '), 80),
      wouldBeIn ? visibleText(replacedBy ?? 'nobody', 120) : 'would not have been selected',
    ]),
  );
  return (
    <div className="printed">
      <section>
        <h2>Power</h2>
        <AnswerView answer={power} />
      </section>
      {exclusions.length === 0 ? (
        <p>No task was excluded.</p>
      ) : (
        <section>
          <h2>Exclusions</h2>
          <p>{countOf(exclusions.length, 'task')} of the pool could not be selected.</p>
          <TableView
            title="Excluded tasks"
            columns={words('Task', 'Reason', 'Evidence', 'Decided', 'Replacement')}
            rows={exclusions}
          />
        </section>
      )}
    </div>
  );
}

function Warnings({ warnings, isOpen }: { readonly warnings: readonly Warning[]; readonly isOpen: boolean }) {
  if (warnings.length === 0) return <p className="quiet">The plan runs without a warning.</p>;
  const kinds = warningKinds(warnings);
  return (
    <section className="warnings" aria-labelledby="warnings">
      <h2 id="warnings">
        {countOf(warnings.length, 'warning')}
        {kinds.length > 1 && <span className="quiet"> of {formatCount(kinds.length)} kinds</span>}
      </h2>
      {kinds.map(({ code, words: name, warnings: own, count }) => (
        <details key={`${code} ${name} ${isOpen}`} open={isOpen}>
          <summary>
            <span className="count">{formatCount(count)}</span> {capital(name)}
          </summary>
          <ul>
            {own.map(({ message }) => (
              <li key={message}>{visibleText(message, 1000)}</li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

function BalanceSection({ selection }: SelectionProps) {
  const working = useInquiry('poolBalance', {}, selection.statistics.available <= mostAtOnce);
  return (
    <Titled id="balance" title="Selection against pool" className="balance">
      <Worked working={working} ask="Compare the selection with its pool">
        {({ conclusion, overall, draws, notes }) => (
          <>
            <p>{visibleText(conclusion, 2000)}</p>
            {overall.numbers.length > 0 && <BalanceChart scope={overall} draws={draws} />}
            {overall.labels.length > 0 && <LabelTable labels={overall.labels} />}
            <Notes notes={notes} />
          </>
        )}
      </Worked>
    </Titled>
  );
}
