import { useDeferredValue, useMemo } from 'react';
import type { Selection } from '../../../core/model/selection.js';
import { noFilter, type TaskFilter, type TaskSort } from '../route/task-filter.js';
import { type PoolColumns, poolColumns } from '../state/pool-columns.js';
import { usePoolResults } from '../state/use-pool-results.js';
import { resultColumns } from './result-columns.js';
import { allColumns, type TaskColumn, usualNames } from './task-columns.js';
import { readQuery, type TaskQuery } from './task-query.js';
import { type FilteredTasks, filterTasks, type ShownRows, taskRow } from './task-rows.js';

/** The tasks that a filter shows, and how a table shows them. */
export interface ShownTasks {
  readonly pool: PoolColumns;
  readonly filtered: FilteredTasks;
  readonly rows: ShownRows;
  /** Every column that there is, and those that are shown. */
  readonly all: readonly TaskColumn[];
  readonly columns: readonly TaskColumn[];
  readonly sort: TaskSort;
  /** The filter that this is shown for: it follows the one that was asked for. */
  readonly wanted: TaskFilter;
  readonly query: TaskQuery;
  /** Names in the search that are no field. */
  readonly unknownFields: readonly string[];
}

/** Filters the tasks of a selection, for every view that shows them. */
export function useFilteredTasks(selection: Selection, filter: TaskFilter): ShownTasks {
  const { plan } = selection;
  const results = usePoolResults();
  const pool = poolColumns(selection);
  const all = useMemo(
    () => allColumns(plan, pool.labels.fieldNames(), resultColumns(results, filter.columns)),
    [plan, pool.labels, results, filter.columns],
  );
  // The words of a search are typed faster than a hundred thousand tasks are looked through.
  const wanted = useDeferredValue(filter);
  const query = useMemo(() => {
    const fields = new Set([...all.map(({ name }) => name), ...plan.fields.keys()]);
    return readQuery(wanted.search, (name) => fields.has(name));
  }, [wanted.search, all, plan]);
  const sort = all.some(({ name }) => name === wanted.sort.key) ? wanted.sort : noFilter.sort;
  const { labels } = wanted;
  const filtered = useMemo(
    () => filterTasks(pool, { labels, sort }, query, all.find(({ name }) => name === sort.key)?.value),
    [pool, labels, sort, query, all],
  );
  const rows = useMemo(
    () => ({ count: filtered.rows.length, rowAt: (at: number) => taskRow(pool, filtered.rows[at] ?? 0) }),
    [pool, filtered],
  );
  const columns = useMemo(() => {
    const names = wanted.columns ?? usualNames(all);
    return all.filter(({ name }) => name === 'id' || names.includes(name));
  }, [all, wanted.columns]);
  return { pool, filtered, rows, all, columns, sort, wanted, query, unknownFields: query.unknownFields };
}
