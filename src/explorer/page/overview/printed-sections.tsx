import { useMemo } from 'react';
import { powerQuestion } from '../../../core/assess/power/power-question.js';
import type { AssessInput } from '../../../core/assess/question/question.js';
import type { Selection } from '../../../core/model/selection.js';
import { countOf } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { AnswerView } from '../assess/answer-view.js';
import { type ShownAnswer, shownAnswer } from '../inquiries/question-inquiry.js';
import { DataTable } from '../parts/data-table.js';

/** What is asked for paper: the figures of power, as the command line gives them. */
export const printedPower = { question: powerQuestion.name, options: {} };

interface PrintedSectionsProps {
  readonly input: AssessInput;
  /** The answer to `printedPower`; undefined where it is not there yet, and paper does not wait. */
  readonly power: ShownAnswer | undefined;
}

/** What paper has and a screen shows elsewhere: the power in figures, and every exclusion with its evidence. */
export function PrintedSections({ input, power: ready }: PrintedSectionsProps) {
  const power = useMemo(() => {
    const answer = ready ?? shownAnswer(powerQuestion.ask(input, {}));
    // The verdict and the table of differences; what a table of curves says, a page of paper has no room for.
    return { ...answer, pictures: [], sections: answer.sections.slice(0, 2), notes: [] };
  }, [input, ready]);
  return (
    <div className="printed">
      <section>
        <h2>Power</h2>
        <AnswerView answer={power} />
      </section>
      <Exclusions selection={input.selection} />
    </div>
  );
}

function Exclusions({ selection: { benchmarks } }: { readonly selection: Selection }) {
  const rows = benchmarks.flatMap(({ plan, exclusions }) =>
    exclusions.map(({ taskId, reason, evidence, date, who, wouldBeIn, replacedBy }) => ({
      key: `${plan.name}/${taskId}`,
      cells: [
        `${visibleText(plan.name, 40)} ${visibleText(taskId)}`,
        reason,
        visibleText(evidence ?? '', 400),
        visibleText([date, who].filter((part) => part !== undefined).join(', '), 80),
        wouldBeIn ? visibleText(replacedBy ?? 'nobody', 120) : 'would not have been selected',
      ],
    })),
  );
  if (rows.length === 0) return <p>No task was excluded.</p>;
  return (
    <section>
      <h2>Exclusions</h2>
      <p>{countOf(rows.length, 'task')} of the pool could not be selected.</p>
      <DataTable
        caption="Excluded tasks"
        columns={['Task', 'Reason', 'Evidence', 'Decided', 'Replacement'].map((name) => ({ name }))}
        rows={rows}
      />
    </section>
  );
}
