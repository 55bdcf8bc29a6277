import { fieldWords } from '../../../core/describe/field-words.js';
import type { Explanation, Standing } from '../../../core/explain/explanation.js';
import type { BenchmarkPlan, Plan } from '../../../core/model/plan.js';
import { fieldValue, type ScoredTask } from '../../../core/model/task.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { figures, ScrollBox, TableView, words } from '../blocks/table.js';
import { Titled } from '../parts/controls.js';
import { seriesColour, short } from '../parts/figures.js';
import { ScoreBar, StateBadge, Swatch, TaskLink } from '../parts/task-marks.js';
import type { ShownExplanation } from '../state/inquiries.js';

interface TaskExplanationProps extends ShownExplanation {
  readonly plan: Plan;
}

/** What a verdict follows from: the score, the place among other tasks, and the fields of the task. */
export function TaskExplanation({ explanation, neighbours, plan }: TaskExplanationProps) {
  const { task, phase, standing, benchmark, features } = explanation;
  return (
    <>
      <ScoreTerms explanation={explanation} weights={plan.score.weights} />
      {standing !== undefined && <Neighbours {...{ task, standing, benchmark, neighbours, plan }} />}
      <Titled id="facts" title="Task details">
        <p>
          Phase <strong>{visibleText(phase.name, 120)}</strong>, because {visibleText(phase.why, 1000)}.
        </p>
        {task.changes.map(({ field, from, to }) => (
          <p key={field}>
            Corrected: {field} {visibleText(String(from ?? 'none'))} → {visibleText(String(to))}.
          </p>
        ))}
        <TableView
          title="Fields of the task"
          columns={words('Field', 'Value', 'From', 'Used by')}
          rows={features.map(({ words: name, value, provenance, usedBy }) => [
            visibleText(name, 60),
            typeof value === 'number'
              ? formatCount(value)
              : visibleText((value ?? 'unknown').replace(/\s+/g, ' '), 300),
            value === undefined && !usedBy.includes('score') ? '' : provenance,
            usedBy.join(', '),
          ])}
        />
      </Titled>
    </>
  );
}

interface ScoreTermsProps {
  readonly explanation: Explanation;
  readonly weights: ReadonlyMap<string, number>;
}

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
      <TableView
        title={`Parts of the ${name}`}
        columns={[...words('Part'), ...figures('Weight', 'Value', 'Adds'), ...words('Rule')]}
        rows={score.terms.map(({ component, weight, part, contribution, rule, defaulted }, at) => [
          <span key="name" className="with-swatch">
            <Swatch colour={seriesColour(at)} />
            {component}
          </span>,
          short(weight, 6),
          short(part),
          contribution.toFixed(score.decimals + 1),
          <span key="rule" className="rule">
            {`${visibleText(rule, 600)}${defaulted ? ' (unknown here)' : ''}`}
          </span>,
        ])}
      />
    </section>
  );
}

interface NeighboursProps extends Omit<TaskExplanationProps, 'explanation'> {
  readonly task: ScoredTask;
  readonly standing: Standing;
  readonly benchmark: BenchmarkPlan;
}

/** The task's place in its group, with the tasks just ahead and just behind, and the line where the places end. */
function Neighbours({ task, standing: { group }, benchmark, neighbours, plan }: NeighboursProps) {
  const { size, allocated } = group;
  const fields = [...new Set([...benchmark.select.prefer.map(({ field }) => field), 'score'])];
  const name = visibleText(groupWords(group, benchmark, plan), 120);
  return (
    <section aria-labelledby="neighbours">
      <h2 id="neighbours">Its place in {name}</h2>
      <p className="quiet">
        {formatCount(size)} compete for {formatCount(allocated)} {allocated === 1 ? 'place' : 'places'}.
      </p>
      <ScrollBox label={`Neighbours in ${name}`}>
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
              const isOwn = each.id === task.id;
              return (
                <tr
                  key={each.id}
                  aria-current={isOwn ? 'true' : undefined}
                  className={`${isLastIn ? 'last-in' : ''}${isGap ? ' after-gap' : ''}`}
                >
                  <td className="number">{formatCount(place)}</td>
                  <th scope="row">{isOwn ? <strong>{visibleText(each.id)}</strong> : <TaskLink task={each} />}</th>
                  {fields.map((field) => (
                    <td key={field} className="number">
                      {valueWords(fieldValue(each, field), field, plan.score.decimals)}
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
      </ScrollBox>
    </section>
  );
}

function groupWords({ key, pinned }: Standing['group'], { select, title }: BenchmarkPlan, { fields }: Plan): string {
  if (pinned) return 'the pinned tasks';
  const by = select.group?.by;
  return by === undefined ? title : `${fieldWords(by, fields)} ${key ?? 'unknown'}`;
}

function valueWords(value: string | number | undefined, field: string, decimals: number): string {
  if (value === undefined) return 'unknown';
  if (typeof value === 'string') return visibleText(value, 60);
  return field === 'score' ? value.toFixed(decimals) : formatCount(value);
}
