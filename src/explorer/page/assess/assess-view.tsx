import { useMemo } from 'react';
import { questions } from '../../../core/assess/questions.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { assessInput } from '../state/assess-input.js';
import { useResult, useSource } from '../state/study-context.js';
import { QuestionSection } from './question-section.js';

/** Every question that can be asked of the selection, with the results at hand. */
export function AssessView() {
  const { data } = useSource();
  const { selection } = useResult();
  const { input, why } = useMemo(() => assessInput(selection, data.results), [selection, data.results]);
  const asked = questions
    .filter(({ needsResults, hasOwnView }) => hasOwnView !== true && (!needsResults || input.results !== undefined))
    .filter(({ isMeant, whyNot }) => isMeant?.(input) !== false && whyNot?.(input) === undefined);
  return (
    <>
      <h1>Assess</h1>
      {asked.map((question) => (
        <QuestionSection key={question.name} question={question} input={input} />
      ))}
      {data.results === undefined && (
        <section aria-labelledby="results">
          <h2 id="results">Results of runs</h2>
          <p className="empty-state">
            No results are given. With those of earlier runs on the pool, this page shows whether the selected tasks
            give the same answers as all of them, and whether the score tells where a configuration gains:{' '}
            <code>winnow serve PLAN --results FILE</code>.
          </p>
        </section>
      )}
      {why !== undefined && (
        <section aria-labelledby="results">
          <h2 id="results">Results of runs</h2>
          <p className="is-wrong">{visibleText(why, 2000)}</p>
        </section>
      )}
    </>
  );
}
