import { useCallback, useMemo, useState } from 'react';
import { assessValidity } from '../../../core/assess/validity/assess-validity.js';
import type { RankCorrelation, ValidityAssessment } from '../../../core/assess/validity/validity.js';
import type { Outcomes } from '../../../core/model/outcome.js';
import type { Selection } from '../../../core/model/selection.js';
import { validityPicture } from '../../../core/pictures/validity-picture.js';
import { compareText } from '../../../core/text/compare-text.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DataTable } from '../parts/data-table.js';
import { points, short } from '../parts/figures.js';
import { Notes } from '../parts/notes.js';
import { Picture } from '../parts/picture.js';
import { useWork } from '../parts/use-work.js';
import { Worked } from '../parts/worked.js';

interface ValiditySectionProps {
  readonly selection: Selection;
  readonly outcomes: Outcomes;
}

/** Whether the score of a task tells how much a configuration gains on it. */
export function ValiditySection({ selection, outcomes }: ValiditySectionProps) {
  const names = useMemo(
    () => [...new Set(outcomes.outcomes.map(({ configuration }) => configuration))].sort(compareText),
    [outcomes],
  );
  const [chosen, setChosen] = useState(() => (names.includes('baseline') ? 'baseline' : (names[0] ?? '')));
  const question = useCallback(
    () => assessValidity(selection, outcomes, names.length < 2 ? {} : { baseline: chosen }),
    [selection, outcomes, names, chosen],
  );
  const work = useWork(question, false);
  return (
    <section aria-labelledby="validity">
      <h2 id="validity">Validity of the score</h2>
      {names.length > 1 && (
        <div className="fields">
          <label>
            <span>Baseline</span>
            <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
              {names.map((name) => (
                <option key={name} value={name}>
                  {visibleText(name, 60)}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      <Worked work={work} ask="Does the score tell where a configuration gains?">
        {(assessment) => <Validity assessment={assessment} />}
      </Worked>
    </section>
  );
}

const findings = {
  predicts: 'the score predicts the gain',
  'not shown': 'not shown to predict the gain',
  opposite: 'the higher the score, the lower the gain',
  'cannot say': 'cannot be said',
} as const;

function Validity({ assessment }: { readonly assessment: ValidityAssessment }) {
  const { baseline, comparisons, notes } = assessment;
  return (
    <>
      {comparisons.length === 0 ? (
        <p className="quiet">No two configurations of the results can be compared.</p>
      ) : (
        <DataTable
          caption={`The score and what is gained over ${visibleText(baseline ?? 'the baseline')}`}
          columns={[
            { name: 'Configuration' },
            { name: 'Tasks', number: true },
            { name: 'Mean gain', number: true },
            { name: 'Correlation', number: true },
            { name: 'Within benchmarks', number: true },
            { name: 'Finding' },
          ]}
          rows={comparisons.map((each) => ({
            key: each.configuration,
            cells: [
              visibleText(each.configuration, 80),
              each.pairs,
              each.meanUplift === undefined ? '' : points(each.meanUplift.mean),
              correlation(each.overall),
              correlation(each.within),
              findings[each.finding],
            ],
          }))}
        />
      )}
      {comparisons.map((each) => (
        <Picture key={each.configuration} svg={validityPicture(assessment, each)} />
      ))}
      <Notes notes={notes} />
    </>
  );
}

function correlation(found: RankCorrelation | undefined): string {
  if (found === undefined) return 'none';
  const { correlation: value, interval } = found;
  return interval === undefined
    ? short(value, 3)
    : `${short(value, 3)} (${short(interval.low, 3)} to ${short(interval.high, 3)})`;
}
