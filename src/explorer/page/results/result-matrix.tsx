import { useMemo, useState } from 'preact/hooks';
import { meanReward } from '../../../core/assess/question/pool-results.js';
import { countOf } from '../../../core/text/words.js';
import { poolColumns } from '../../packed/selection-columns.js';
import { Check, Titled } from '../parts/controls.js';
import type { TaskSort } from '../route/task-filter.js';
import { usePoolResults, useResult } from '../state/study-context.js';
import { orderOf, taskRow } from '../state/task-rows.js';
import { tellingFields } from '../tasks/plan-fields.js';
import { allColumns } from '../tasks/task-columns.js';
import { TaskTable } from '../tasks/task-table.js';

export function ResultMatrix() {
  const results = usePoolResults();
  const { selection } = useResult();
  const pool = poolColumns(selection);
  const [onlyDiffer, setOnlyDiffer] = useState(false);
  const [sort, setSort] = useState<TaskSort>({ key: 'id', descending: false });
  const systems = results?.configurations ?? [];
  const columns = useMemo(() => {
    const names = systems.map((_, at) => `result.${at + 1}`);
    const all = allColumns(selection.plan, tellingFields(selection, pool), results, names);
    return all.filter(({ name }) => name === 'id' || name.startsWith('result.'));
  }, [selection, pool, results, systems]);
  const { rows, empty } = useMemo(() => {
    const order = orderOf(pool, sort, columns.find(({ name }) => name === sort.key)?.value);
    const selected = order.filter((row) => pool.states[row] === 0);
    const rewardsOf = (row: number) =>
      systems.map((system) => meanReward(system, pool.taskAt(row))).filter((each) => each !== undefined);
    // Results on a tier leave the other selected tasks without any.
    const scored = selected.filter((row) => rewardsOf(row).length > 0);
    const differs = (row: number) => rewardsOf(row).some((reward, _, [first]) => reward !== first);
    return { rows: onlyDiffer ? scored.filter(differs) : scored, empty: selected.length - scored.length };
  }, [pool, sort, columns, systems, onlyDiffer]);
  if (systems.length === 0) return null;
  return (
    <Titled id="matrix" title="Tasks by system" class="matrix">
      <div class="fields">
        <Check isOn={onlyDiffer} onChange={setOnlyDiffer}>
          <span>only tasks with different results</span>
        </Check>
        <p class="quiet" role="status">
          {countOf(rows.length, 'task')} × {countOf(systems.length, 'system')}
          {empty > 0 && ` (${countOf(empty, 'selected task has', 'selected tasks have')} no results)`}
        </p>
      </div>
      {rows.length > 0 && (
        <TaskTable
          place="matrix"
          label="Results by task"
          rows={{ count: rows.length, rowAt: (at) => taskRow(pool, rows[at] ?? 0) }}
          columns={columns}
          sort={sort}
          onSort={setSort}
        />
      )}
    </Titled>
  );
}
