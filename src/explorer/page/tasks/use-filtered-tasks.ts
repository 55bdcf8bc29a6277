import { useMemo, useRef } from 'preact/hooks';
import { countOf, formatCount } from '../../../core/text/words.js';
import { poolColumns } from '../../packed/selection-columns.js';
import { useDeferredValue } from '../parts/hooks.js';
import type { TaskFilter, TaskSort } from '../route/task-filter.js';
import { usePoolResults, useResult } from '../state/study-context.js';
import { followsSelection, orderedTasks, passingTasks, readQuery, taskRow } from '../state/task-rows.js';
import { type ShownField, tellingFields } from './plan-fields.js';
import { allColumns, usualNames } from './task-columns.js';

export type ShownTasks = ReturnType<typeof useFilteredTasks>;

/** The order of the table until another one is chosen. */
const selectedFirst: TaskSort = { key: 'state', descending: false };
/** More menus would hide the table. */
const mostFacets = 7;
/** A label with more values has no menu. */
const mostValues = 2000;

/** The tasks that match a filter, and their table columns. `wanted` is the filter applied, which may lag behind `filter`. */
export function useFilteredTasks(filter: TaskFilter) {
  const { selection } = useResult();
  const { plan } = selection;
  const results = usePoolResults();
  const pool = poolColumns(selection);
  const fields = tellingFields(selection, pool);
  const all = useMemo(() => allColumns(plan, fields, results, filter.columns), [plan, fields, results, filter.columns]);
  // Typing is faster than searching a hundred thousand tasks.
  const wanted = useDeferredValue(filter);
  const query = useMemo(() => {
    const names = new Set([...all.map(({ name }) => name), ...plan.fields.keys()]);
    return readQuery(wanted.search, (name) => names.has(name));
  }, [wanted.search, all, plan]);
  const sort = useMemo(() => {
    const asked = all.some(({ name }) => name === wanted.sort?.key) ? wanted.sort : undefined;
    return asked ?? selectedFirst;
  }, [all, wanted.sort]);
  const { labels } = wanted;
  const key = followsSelection(wanted, query) ? pool : pool.labels;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the part of the pool that matters
  const passing = useMemo(
    () => passingTasks(pool, query, { labels, facets: facetLabels(fields, pool.count) }),
    [key, labels, query, fields],
  );
  const filtered = useMemo(() => {
    const sortedBy = all.find(({ name }) => name === sort.key)?.value;
    return orderedTasks(pool, passing, { labels }, sort, sortedBy);
  }, [pool, passing, labels, sort, all]);
  const rows = useMemo(
    () => ({ count: filtered.rows.length, rowAt: (at: number) => taskRow(pool, filtered.rows[at] ?? 0) }),
    [pool, filtered],
  );
  const columns = useMemo(() => {
    const names = wanted.columns ?? usualNames(all);
    return all.filter(({ name }) => name === 'id' || names.includes(name));
  }, [all, wanted.columns]);
  const [tasks, selected] = [countOf(pool.count, 'task'), formatCount(filtered.selected)];
  const words =
    rows.count === pool.count
      ? `${tasks}, ${selected} selected`
      : `${formatCount(rows.count)} of ${tasks}, ${selected} of them selected`;
  return { pool, fields, filtered, rows, all, columns, sort, wanted, query, words };
}

/** The labels to filter by: the state, then labels of the plan, then others. */
function facetLabels(fields: readonly ShownField[], count: number): readonly string[] {
  const isListed = ({ kind, values }: ShownField) => kind === 'label' && values <= Math.min(mostValues, count / 2);
  const usable = fields.filter(isListed).toSorted((a, b) => Number(b.isUsed) - Number(a.isUsed));
  return ['state', ...usable.slice(0, mostFacets - 1).map(({ name }) => name)];
}

/** How a filter changed: by typing, which is one history step, or by a choice. */
export type FilterChange = 'typed' | 'chosen';

/**
 * Returns a function that applies another filter, and a function that ends typing. The Back button undoes one choice, or
 * everything typed in one go.
 */
export function useFilterSteps(
  go: (filter: TaskFilter, how: 'push' | 'replace') => void,
): readonly [(filter: TaskFilter, how: FilterChange) => void, () => void] {
  const isTyping = useRef(false);
  const change = (next: TaskFilter, how: FilterChange) => {
    go(next, how === 'typed' && isTyping.current ? 'replace' : 'push');
    isTyping.current = how === 'typed';
  };
  const rest = () => {
    isTyping.current = false;
  };
  return [change, rest];
}
