import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { ScoreLegend } from '../parts/score-bar.js';
import { filterText, isFiltering, noFilter, type TaskFilter } from '../route/task-filter.js';
import { changeRoute } from '../route/use-route.js';
import { useResult } from '../state/study-context.js';
import { usePoolResults } from '../state/use-pool-results.js';
import { FilterBar } from './filter-bar.js';
import { resultColumns } from './result-columns.js';
import { TableTools } from './table-tools.js';
import { allColumns, usualNames } from './task-columns.js';
import { readQuery } from './task-query.js';
import { filterRows, searchTexts, taskRows } from './task-rows.js';
import { TaskTable } from './task-table.js';

/** Every task of the pool, found, filtered and sorted. */
export function TasksView({ filter }: { readonly filter: TaskFilter }) {
  const { selection } = useResult();
  const { plan } = selection;
  const results = usePoolResults();
  const rows = useMemo(() => taskRows(selection), [selection]);
  const all = useMemo(
    () => allColumns(plan, rows, resultColumns(results, filter.columns)),
    [plan, rows, results, filter.columns],
  );
  // The words of a search are typed faster than a hundred thousand tasks are looked through.
  const wanted = useDeferredValue(filter);
  const [textOf] = useState(searchTexts);
  const query = useMemo(() => {
    const fields = new Set([...all.map(({ name }) => name), ...plan.fields.keys()]);
    return readQuery(wanted.search, (name) => fields.has(name));
  }, [wanted.search, all, plan]);
  const sort = all.some(({ name }) => name === wanted.sort.key) ? wanted.sort : noFilter.sort;
  const { labels } = wanted;
  const { shown, facets } = useMemo(
    () => filterRows(rows, { labels, sort }, query, textOf, all.find(({ name }) => name === sort.key)?.value),
    [rows, labels, sort, query, textOf, all],
  );
  const columns = useMemo(() => {
    const names = wanted.columns ?? usualNames(all);
    return all.filter(({ name }) => name === 'id' || names.includes(name));
  }, [all, wanted.columns]);
  const isTyping = useRef(false);
  const setFilter = (next: TaskFilter, how: 'typed' | 'chosen') => {
    // Back undoes a choice, or all that was typed since the field was entered.
    changeRoute({ view: 'tasks', filter: next }, how === 'typed' && isTyping.current ? 'replace' : 'push');
    isTyping.current = how === 'typed';
  };
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
        <TableTools
          rows={shown}
          all={all}
          chosen={columns}
          onChoose={(next) => setFilter({ ...filter, columns: next }, 'chosen')}
        />
      </div>
      <FilterBar
        filter={filter}
        facets={facets}
        unknownFields={query.unknownFields}
        onChange={setFilter}
        onRest={() => {
          isTyping.current = false;
        }}
      />
      <ScoreLegend weights={plan.score.weights} />
      {shown.length === 0 ? (
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
          rows={shown}
          columns={columns}
          sort={sort}
          onSort={(next) => setFilter({ ...filter, sort: next }, 'chosen')}
        />
      )}
    </>
  );
}
