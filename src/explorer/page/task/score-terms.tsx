import type { Explanation } from '../../../core/explain/explanation.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { seriesColour } from '../parts/colours.js';
import { DataTable } from '../parts/data-table.js';
import { short } from '../parts/figures.js';
import { ScoreBar } from '../parts/score-bar.js';

interface ScoreTermsProps {
  readonly explanation: Explanation;
  readonly weights: ReadonlyMap<string, number>;
}

/** The score as the sum it is: each part, its weight and its rule in words. */
export function ScoreTerms({ explanation: { task, score }, weights }: ScoreTermsProps) {
  const name = `${visibleText(score.name, 60)} score`;
  return (
    <section aria-labelledby="score">
      <h2 id="score">
        {name} {score.total.toFixed(score.decimals)}
      </h2>
      <div className="big-bar">
        <ScoreBar task={task} weights={weights} />
      </div>
      <DataTable
        caption={`Parts of the ${name}`}
        columns={[
          { name: 'Part' },
          { name: 'Weight', number: true },
          { name: 'Value', number: true },
          { name: 'Adds', number: true },
          { name: 'Rule' },
        ]}
        rows={score.terms.map(({ component, weight, part, contribution, rule, defaulted }, at) => ({
          key: component,
          cells: [
            <span key="name" className="with-swatch">
              <span className="swatch" style={{ borderColor: seriesColour(at), background: seriesColour(at) }} />
              {component}
            </span>,
            short(weight, 6),
            short(part),
            contribution.toFixed(score.decimals + 1),
            <span key="rule" className="rule">
              {`${visibleText(rule, 600)}${defaulted ? ' (unknown here)' : ''}`}
            </span>,
          ],
        }))}
      />
    </section>
  );
}
