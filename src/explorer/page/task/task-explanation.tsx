import { fieldWords } from '../../../core/describe/field-words.js';
import type { Explanation, Standing } from '../../../core/explain/explanation.js';
import type { BenchmarkPlan, Plan } from '../../../core/model/plan.js';
import { fieldValue, type ScoredTask } from '../../../core/model/task.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import type { Neighbour } from '../inquiries/explanation-inquiry.js';
import { seriesColour } from '../parts/colours.js';
import { DataTable } from '../parts/data-table.js';
import { short } from '../parts/figures.js';
import { ScoreBar } from '../parts/score-bar.js';
import { StateBadge } from '../parts/state-badge.js';
import { TaskLink } from '../parts/task-link.js';

interface TaskExplanationProps {
  readonly explanation: Explanation;
  readonly neighbours: readonly Neighbour[];
  readonly plan: Plan;
}

/** What a verdict follows from: the score, the place among others, and what is known of the task. */
export function TaskExplanation({ explanation, neighbours, plan }: TaskExplanationProps) {
  const { task, phase, standing } = explanation;
  return (
    <>
      <ScoreTerms explanation={explanation} weights={plan.score.weights} />
      {standing !== undefined && (
        <Neighbours
          task={task}
          standing={standing}
          benchmark={explanation.benchmark}
          neighbours={neighbours}
          plan={plan}
        />
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

interface ScoreTermsProps {
  readonly explanation: Explanation;
  readonly weights: ReadonlyMap<string, number>;
}

/** The score as the sum it is: each part, its weight and its rule in words. */
function ScoreTerms({ explanation: { task, score }, weights }: ScoreTermsProps) {
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

interface NeighboursProps {
  readonly task: ScoredTask;
  readonly standing: Standing;
  readonly benchmark: BenchmarkPlan;
  readonly neighbours: readonly Neighbour[];
  readonly plan: Plan;
}

/** The task's place in its group, beside those just ahead and just behind, with the line at which the places end. */
function Neighbours({ task, standing: { group }, benchmark, neighbours, plan }: NeighboursProps) {
  const { size, allocated, key, pinned } = group;
  const fields = [...new Set([...benchmark.select.prefer.map(({ field }) => field), 'score'])];
  const by = benchmark.select.group?.by;
  const where = pinned
    ? 'the pinned tasks'
    : by === undefined
      ? benchmark.title
      : `${fieldWords(by, plan.fields)} ${key ?? 'unknown'}`;
  const name = visibleText(where, 120);
  return (
    <section aria-labelledby="neighbours">
      <h2 id="neighbours">Its place in {name}</h2>
      <p className="quiet">
        {formatCount(size)} compete for {formatCount(allocated)} {allocated === 1 ? 'place' : 'places'}.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="table-box" tabIndex={0} aria-label={`Neighbours in ${name}`}>
        <table className="neighbours">
          <thead>
            <tr>
              <th scope="col" className="number">
                Rank
              </th>
              <th scope="col">Task</th>
              {fields.map((field) => (
                <th key={field} scope="col" className="number">
                  {visibleText(fieldWords(field, plan.fields), 40)}
                </th>
              ))}
              <th scope="col">Selected</th>
            </tr>
          </thead>
          <tbody>
            {neighbours.map(({ place, task: each, isIn }, at) => {
              const isGap = at > 0 && place !== (neighbours[at - 1]?.place ?? 0) + 1;
              const isLastIn = place === allocated && allocated < size;
              return (
                <tr
                  key={each.id}
                  aria-current={each.id === task.id ? 'true' : undefined}
                  className={`${isLastIn ? 'last-in' : ''}${isGap ? ' after-gap' : ''}`}
                >
                  <td className="number">{formatCount(place)}</td>
                  <th scope="row">
                    {each.id === task.id ? <strong>{visibleText(each.id)}</strong> : <TaskLink task={each} />}
                  </th>
                  {fields.map((field) => (
                    <td key={field} className="number">
                      {shownValue(fieldValue(each, field), field, plan.score.decimals)}
                    </td>
                  ))}
                  <td>
                    <StateBadge state={isIn ? 'in' : 'out'} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function shownValue(value: string | number | undefined, field: string, decimals: number): string {
  if (value === undefined) return 'unknown';
  if (typeof value === 'string') return visibleText(value, 60);
  return field === 'score' ? value.toFixed(decimals) : formatCount(value);
}
