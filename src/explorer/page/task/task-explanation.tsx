import type { Explanation } from '../../../core/explain/explanation.js';
import type { Selection } from '../../../core/model/selection.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DataTable } from '../parts/data-table.js';
import { Neighbours } from './neighbours.js';
import { ScoreTerms } from './score-terms.js';

interface TaskExplanationProps {
  readonly explanation: Explanation;
  readonly selection: Selection;
}

/** What a verdict follows from: the score, the place among others, and what is known of the task. */
export function TaskExplanation({ explanation, selection }: TaskExplanationProps) {
  const { task, phase, standing } = explanation;
  return (
    <>
      <ScoreTerms explanation={explanation} weights={selection.plan.score.weights} />
      {standing !== undefined && (
        <Neighbours task={task} standing={standing} benchmark={explanation.benchmark} selection={selection} />
      )}
      <section aria-labelledby="facts">
        <h2 id="facts">Task details</h2>
        <p>
          Phase <strong>{visibleText(phase.name, 120)}</strong>, because {visibleText(phase.why, 1000)}.
        </p>
        {task.changes.map(({ field, from, to }) => (
          <p key={field}>
            Corrected: {field} {visibleText(String(from ?? 'none'))} → {visibleText(String(to))}.
          </p>
        ))}
        <Features explanation={explanation} />
      </section>
    </>
  );
}

function Features({ explanation: { features } }: { readonly explanation: Explanation }) {
  return (
    <DataTable
      caption="Fields of the task"
      columns={[{ name: 'Field' }, { name: 'Value' }, { name: 'From' }, { name: 'Used by' }]}
      rows={features.map(({ field, words, value, provenance, usedBy }) => ({
        key: field,
        cells: [
          visibleText(words, 60),
          typeof value === 'number' ? formatCount(value) : visibleText((value ?? 'unknown').replace(/\s+/g, ' '), 300),
          value === undefined && !usedBy.includes('score') ? '' : provenance,
          usedBy.join(', '),
        ],
      }))}
    />
  );
}
