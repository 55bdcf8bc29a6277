/** The labels that tasks can be filtered by, as they stand in the address. */
export const filterLabels = ['benchmark', 'phase', 'language', 'difficulty', 'category', 'repo'] as const;
export type FilterLabel = (typeof filterLabels)[number];

/** What the table of tasks shows, and in which order. */
export interface TaskFilter {
  readonly search: string;
  /** Of each label the values that are shown; none: all. An unknown label is an empty text. */
  readonly labels: ReadonlyMap<FilterLabel, readonly string[]>;
  readonly state: TaskState | undefined;
  readonly sort: TaskSort;
}

/** Whether a task is selected, left over, or may not be selected. */
export const taskStates = ['in', 'out', 'excluded', 'ineligible'] as const;
export type TaskState = (typeof taskStates)[number];

/** The columns that the table can be sorted by. */
export const sortKeys = ['id', 'state', 'score', ...filterLabels] as const;
export type SortKey = (typeof sortKeys)[number];

export interface TaskSort {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** Everything, the best score first. */
export const noFilter: TaskFilter = {
  search: '',
  labels: new Map(),
  state: undefined,
  sort: { key: 'score', descending: true },
};

/** The filter as the query of an address; what is as usual is left out. */
export function filterText({ search, labels, state, sort }: TaskFilter): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('q', search);
  if (state !== undefined) query.set('state', state);
  for (const label of filterLabels) for (const value of labels.get(label) ?? []) query.append(label, value);
  if (sort.key !== noFilter.sort.key || sort.descending !== noFilter.sort.descending)
    query.set('sort', `${sort.descending ? '-' : ''}${sort.key}`);
  return query.toString();
}

/** The filter that a query means; what it does not know is left out. */
export function filterFrom(text: string): TaskFilter {
  const query = new URLSearchParams(text);
  const labels = filterLabels.flatMap((label) => {
    const values = query.getAll(label);
    return values.length === 0 ? [] : [[label, values] as const];
  });
  const sort = query.get('sort') ?? '';
  const key = sortKeys.find((each) => each === sort.replace(/^-/, ''));
  return {
    search: query.get('q') ?? '',
    labels: new Map(labels),
    state: taskStates.find((each) => each === query.get('state')),
    sort: key === undefined ? noFilter.sort : { key, descending: sort.startsWith('-') },
  };
}

/** Whether a filter leaves anything out. */
export function isFiltering({ search, labels, state }: TaskFilter): boolean {
  return search !== '' || labels.size > 0 || state !== undefined;
}

/** The filter with one value of a label shown, or all of them. */
export function withLabel(filter: TaskFilter, label: FilterLabel, values: readonly string[]): TaskFilter {
  const labels = new Map(filter.labels);
  if (values.length === 0) labels.delete(label);
  else labels.set(label, values);
  return { ...filter, labels };
}
