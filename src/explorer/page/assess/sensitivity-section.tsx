import { useCallback } from 'react';
import { assessSensitivity } from '../../../core/assess/sensitivity/assess-sensitivity.js';
import type { Sensitivity } from '../../../core/assess/sensitivity/sensitivity.js';
import type { Selection } from '../../../core/model/selection.js';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { joinWords } from '../../../core/text/join-words.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DataTable } from '../parts/data-table.js';
import { percent, short } from '../parts/figures.js';
import { Notes } from '../parts/notes.js';
import { TaskLink } from '../parts/task-link.js';
import { useWork } from '../parts/use-work.js';
import { Worked } from '../parts/worked.js';

/** Draws on a pool of up to a thousand tasks: as many as the command line makes. Larger pools get fewer, so that the page answers. */
const draws = { usual: 500, fewest: 20, taskDraws: 500_000 } as const;
const mostListed = 100;

/** How much of the selection stays when the weights are moved a little. */
export function SensitivitySection({ selection }: { readonly selection: Selection }) {
  const count = Math.max(
    draws.fewest,
    Math.min(draws.usual, Math.floor(draws.taskDraws / Math.max(1, selection.statistics.available))),
  );
  const question = useCallback(() => assessSensitivity(selection, { draws: count }), [selection, count]);
  const work = useWork(question, false);
  return (
    <section aria-labelledby="sensitivity">
      <h2 id="sensitivity">Sensitivity to the weights</h2>
      <p>The weights are moved at random, the tasks selected again each time, and what stays is counted.</p>
      <Worked work={work} ask={`Select again with ${formatCount(count)} random weightings`}>
        {(sensitivity) => <SensitivityResult sensitivity={sensitivity} />}
      </Worked>
    </section>
  );
}

function SensitivityResult({ sensitivity }: { readonly sensitivity: Sensitivity }) {
  const { stability, changes, deciding, selected, tasks, notes, draws: drawn, seed } = sensitivity;
  const swinging = tasks
    .filter((task) => task.swings)
    .sort((a, b) => Math.abs(a.frequency - 0.5) - Math.abs(b.frequency - 0.5));
  return (
    <>
      <p className="quiet">
        {countOf(drawn, 'draw')}, seed {visibleText(seed, 60)}.
      </p>
      <dl className="figures">
        <div>
          <dt>Core</dt>
          <dd>
            <span className="figure">{formatCount(stability.core)}</span>{' '}
            <span className="more">of {formatCount(selected)}, in nine draws of ten</span>
          </dd>
        </div>
        <div>
          <dt>Swing</dt>
          <dd>
            <span className="figure">{formatCount(stability.swing)}</span>{' '}
            <span className="more">in some draws, not in others</span>
          </dd>
        </div>
        <div>
          <dt>Overlap</dt>
          <dd>
            <span className="figure">{percent(stability.overlap.mean)}</span>{' '}
            <span className="more">on average, {percent(stability.overlap.min)} at least</span>
          </dd>
        </div>
      </dl>
      {deciding !== undefined && deciding.tasks > 0 && (
        <p>
          {joinWords([...deciding.components])} decide{deciding.components.length === 1 ? 's' : ''} most: one change of
          it moves {countOf(deciding.tasks, 'task')}.
        </p>
      )}
      <h3>One weight at a time</h3>
      <DataTable
        caption="What one change of one weight moves"
        columns={[
          { name: 'Component' },
          { name: 'Change' },
          { name: 'Weight', number: true },
          { name: 'Tasks moved', number: true },
          { name: 'Overlap', number: true },
        ]}
        rows={changes.map((change) => ({
          key: `${change.component} ${change.change}`,
          cells: [change.component, change.change, short(change.weight), change.moved, percent(change.overlap)],
        }))}
      />
      <h3>Swing tasks</h3>
      {swinging.length === 0 ? (
        <p className="quiet">No task is in some draws and out in others.</p>
      ) : (
        <DataTable
          caption="Tasks that some weights select and others do not"
          columns={[{ name: 'Task' }, { name: 'Benchmark' }, { name: 'Now' }, { name: 'Selected in', number: true }]}
          rows={swinging.slice(0, mostListed).map((task) => ({
            key: `${task.benchmark}/${task.id}`,
            cells: [
              <TaskLink key="task" task={task} />,
              task.benchmark,
              task.selected ? 'in' : 'out',
              percent(task.frequency),
            ],
          }))}
        />
      )}
      {swinging.length > mostListed && <p className="quiet">and {formatCount(swinging.length - mostListed)} more.</p>}
      <Notes notes={notes} />
    </>
  );
}
