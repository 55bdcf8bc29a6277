import { claimOf } from '../../../core/describe/claim-of.js';
import { learnedSentences } from '../../../core/describe/describe-learned.js';
import { optimumSentence } from '../../../core/describe/describe-optimum.js';
import { evidenceSentence } from '../../../core/describe/evidence-words.js';
import { overviewSentence } from '../../../core/describe/overview-sentence.js';
import type { Selection } from '../../../core/model/selection.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { useResult } from '../state/study-context.js';
import { BalanceSection } from './balance-section.js';
import { ComponentCharts } from './component-charts.js';
import { CoverageGrid } from './coverage-grid.js';
import { HeadlineFigures } from './headline-figures.js';
import { LanguageChart } from './language-chart.js';
import { ScoreChart } from './score-chart.js';
import { Warnings } from './warnings.js';

/** What was selected from what, and whether that is a fair picture of it. */
export function OverviewView() {
  const { selection } = useResult();
  const { plan, kind } = selection;
  return (
    <>
      <h1>{visibleText(plan.title, 200)}</h1>
      {plan.description !== undefined && <p className="lead">{visibleText(plan.description, 1000)}</p>}
      <p>{visibleText(overviewSentence(selection), 1000)}</p>
      <p className={`claim claim-${kind}`}>{visibleText(claimOf(selection), 1000)}</p>
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
      <HeadlineFigures selection={selection} />
      <p className="more">{visibleText(evidenceSentence(plan.score), 1000)}</p>
      <Warnings warnings={selection.warnings} />
      <CoverageGrid selection={selection} />
      <section aria-labelledby="distributions">
        <h2 id="distributions">Selection beside pool</h2>
        <div className="charts">
          <LanguageChart selection={selection} />
          <ScoreChart selection={selection} />
        </div>
      </section>
      <ComponentCharts selection={selection} />
      <BalanceSection selection={selection} />
    </>
  );
}

/** What was found for each goal, and what was proven of it. */
function certificatesOf({ benchmarks }: Selection): readonly string[] {
  const certificates = new Set(benchmarks.flatMap(({ optimum }) => optimum?.certificate ?? []));
  return [...certificates].map(optimumSentence);
}
