import { useDeferredValue, useMemo, useState } from 'react';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { ScoreLegend } from '../parts/score-bar.js';
import { filterText, isFiltering, noFilter, type TaskFilter } from '../route/task-filter.js';
import { changeRoute } from '../route/use-route.js';
import { useResult } from '../state/study-context.js';
import { FilterBar } from './filter-bar.js';
import { labelValues, searchTexts, shownRows, taskRows } from './task-rows.js';
import { TaskTable } from './task-table.js';

/** Every task of the pool, found, filtered and sorted. */
export function TasksView({ filter }: { readonly filter: TaskFilter }) {
  const { selection } = useResult();
  const rows = useMemo(() => taskRows(selection), [selection]);
  const values = useMemo(() => labelValues(rows), [rows]);
  // The words of a search are typed faster than a hundred thousand tasks are looked through.
  const wanted = useDeferredValue(filter);
  const [textOf] = useState(searchTexts);
  const shown = useMemo(() => shownRows(rows, wanted, textOf), [rows, wanted, textOf]);
  const setFilter = (next: TaskFilter) => changeRoute({ view: 'tasks', filter: next }, 'replace');
  const chosen = useMemo(() => shown.reduce((sum, { state }) => sum + (state === 'in' ? 1 : 0), 0), [shown]);
  return (
    <>
      <div className="tasks-head">
        <h1>Tasks</h1>
        <p className="quiet" role="status">
          {shown.length === rows.length
            ? `${countOf(rows.length, 'task')}, ${formatCount(chosen)} selected`
            : `${formatCount(shown.length)} of ${countOf(rows.length, 'task')}, ${formatCount(chosen)} of them selected`}
        </p>
      </div>
      <FilterBar filter={filter} values={values} onChange={setFilter} />
      <ScoreLegend weights={selection.plan.score.weights} />
      {shown.length === 0 ? (
        <div className="empty-state">
          <p>No task matches these filters.</p>
          {isFiltering(filter) && (
            <button type="button" onClick={() => setFilter({ ...noFilter, sort: filter.sort })}>
              Show all tasks
            </button>
          )}
        </div>
      ) : (
        <TaskTable
          place={filterText(wanted)}
          rows={shown}
          score={selection.plan.score}
          sort={filter.sort}
          onSort={(sort) => setFilter({ ...filter, sort })}
        />
      )}
    </>
  );
}
