import { useMemo } from 'react';
import { prospectOf } from '../../../core/assess/prospect/prospect.js';
import { optimumSentence } from '../../../core/describe/describe-optimise.js';
import { evidenceSentence, learnedSentences } from '../../../core/describe/forecast-words.js';
import { claimOf, originSentence, overviewSentence, pilotSentence } from '../../../core/describe/selection-words.js';
import type { Selection } from '../../../core/model/selection.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { ComponentCharts } from '../charts/component-charts.js';
import { LanguageChart } from '../charts/language-chart.js';
import { ScoreChart } from '../charts/score-chart.js';
import { assessInput } from '../inquiries/assess-input.js';
import { questionInquiry } from '../inquiries/question-inquiry.js';
import { useIsPrinting } from '../parts/use-is-printing.js';
import { isUnedited } from '../state/edits.js';
import { useResult, useSource } from '../state/study-context.js';
import { useInquiry } from '../state/use-inquiry.js';
import { BalanceSection, mostAtOnce } from './balance-section.js';
import { CoverageGrid } from './coverage-grid.js';
import { ExpectedUpliftNote } from './expected-uplift-note.js';
import { PrintedSections, printedPower } from './printed-sections.js';
import { ProspectGauges } from './prospect-gauges.js';
import { ResultsNote } from './results-note.js';
import { Warnings } from './warnings.js';

/** What the selection is and can prove, what it covers, what to know of it, and whether it is a fair picture of its pool. */
export function OverviewView() {
  const { data, loaded } = useSource();
  const { selection, edits } = useResult();
  const input = useMemo(
    () => assessInput({ selection, loaded, results: data.results }),
    [selection, loaded, data.results],
  );
  const prospect = useMemo(() => prospectOf(selection, input.results?.pool), [selection, input]);
  const isPrinting = useIsPrinting();
  // Paper does not wait: what it needs is there before, where the balance is worked out at once as well.
  const { work: power } = useInquiry(questionInquiry, printedPower, selection.statistics.available <= mostAtOnce);
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
      <ExpectedUpliftNote selection={selection} />
      <CoverageGrid selection={selection} />
      {isPrinting && <PrintedSections input={input} power={power.state === 'done' ? power.value : undefined} />}
      <Warnings warnings={selection.warnings} isOpen={isPrinting} />
      <section aria-labelledby="score">
        <h2 id="score">Score</h2>
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
      </section>
      <section aria-labelledby="distributions">
        <h2 id="distributions">Selection beside pool</h2>
        <div className="charts">
          <LanguageChart selection={selection} />
          <ScoreChart selection={selection} />
        </div>
      </section>
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

/** What was found for each goal, and what was proven of it. */
function certificatesOf({ benchmarks }: Selection): readonly string[] {
  const certificates = new Set(benchmarks.flatMap(({ optimum }) => optimum?.certificate ?? []));
  return [...certificates].map(optimumSentence);
}
