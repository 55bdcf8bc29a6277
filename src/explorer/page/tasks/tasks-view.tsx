import { countOf, formatCount } from '../../../core/text/count-of.js';
import { ScoreLegend } from '../parts/score-bar.js';
import { filterText, isFiltering, noFilter, type TaskFilter } from '../route/task-filter.js';
import { changeRoute } from '../route/use-route.js';
import { useResult } from '../state/study-context.js';
import { FilterBar } from './filter-bar.js';
import { TableTools } from './table-tools.js';
import { TaskTable } from './task-table.js';
import { useFilterSteps } from './use-filter-steps.js';
import { type ShownTasks, useFilteredTasks } from './use-filtered-tasks.js';

/** Every task of the pool, found, filtered and sorted. */
export function TasksView({ filter }: { readonly filter: TaskFilter }) {
  const { selection } = useResult();
  const shown = useFilteredTasks(selection, filter);
  const { rows, all, columns, sort, wanted } = shown;
  const [setFilter, rest] = useFilterSteps((next, how) => changeRoute({ view: 'tasks', filter: next }, how));
  return (
    <>
      <div className="tasks-head">
        <h1>Tasks</h1>
        <p className="quiet" role="status">
          {shownWords(shown)}
        </p>
        <TableTools
          rows={rows}
          all={all}
          chosen={columns}
          onChoose={(next) => setFilter({ ...filter, columns: next }, 'chosen')}
        />
      </div>
      <FilterBar
        filter={filter}
        facets={shown.filtered.facets}
        unknownFields={shown.unknownFields}
        onChange={setFilter}
        onRest={rest}
      />
      <ScoreLegend weights={selection.plan.score.weights} />
      {rows.count === 0 ? (
        <div className="empty-state">
          <p>No task matches these filters.</p>
          {isFiltering(filter) && (
            <button
              type="button"
              onClick={() => setFilter({ ...filter, search: '', labels: noFilter.labels }, 'chosen')}
            >
              Show all tasks
            </button>
          )}
        </div>
      ) : (
        <TaskTable
          place={filterText({ ...wanted, columns: undefined })}
          rows={rows}
          columns={columns}
          sort={sort}
          onSort={(next) => setFilter({ ...filter, sort: next }, 'chosen')}
        />
      )}
    </>
  );
}

/** "12 of 826 tasks, 3 of them selected". */
export function shownWords({ pool, rows, filtered: { selected } }: ShownTasks): string {
  return rows.count === pool.count
    ? `${countOf(pool.count, 'task')}, ${formatCount(selected)} selected`
    : `${formatCount(rows.count)} of ${countOf(pool.count, 'task')}, ${formatCount(selected)} of them selected`;
}
