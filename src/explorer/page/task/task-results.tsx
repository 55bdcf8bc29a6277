import { meanReward } from '../../../core/assess/question/pool-results.js';
import type { ScoredTask } from '../../../core/model/task.js';
import { taskKey } from '../../../core/outcomes/match-outcomes.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DataTable } from '../parts/data-table.js';
import { short } from '../parts/figures.js';
import { ResultMark } from '../parts/result-mark.js';
import { usePoolResults } from '../state/use-pool-results.js';

/** What every system made of the task, run by run; nothing where the page holds no results. */
export function TaskResults({ task }: { readonly task: ScoredTask }) {
  const results = usePoolResults();
  if (results === undefined) return null;
  return (
    <section aria-labelledby="task-results">
      <h2 id="task-results">Results</h2>
      <DataTable
        caption="Results of the systems on this task"
        columns={[
          { name: 'System' },
          { name: 'Result' },
          { name: 'Rewards of the runs' },
          { name: 'Without a score', number: true },
        ]}
        rows={results.configurations.map((system) => {
          const own = system.byTask.get(taskKey(task));
          return {
            key: system.name,
            cells: [
              visibleText(system.name, 80),
              <ResultMark key="mark" reward={meanReward(system, task)} />,
              own?.rewards.map((reward) => short(reward, 3)).join(', ') ?? '',
              own?.unscored ?? 0,
            ],
          };
        })}
      />
    </section>
  );
}
