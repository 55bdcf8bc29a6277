import { compareText } from '../../../core/text/compare-text.js';
import { taskStates } from '../../packed/task-states.js';

/** What tasks can always be filtered by, as it stands in the address: whether they are selected, and the usual labels. */
export const filterLabels = ['state', 'benchmark', 'phase', 'language', 'difficulty', 'category', 'repo'] as const;
export type FilterLabel = (typeof filterLabels)[number];

/** What the table of tasks shows, and in which order. */
export interface TaskFilter {
  readonly search: string;
  /** Of each label, a plan's own ones too, the values that are shown; none: all. An unknown label is an empty text. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly sort: TaskSort;
  /** The columns that are shown, in this order; undefined: the usual ones. */
  readonly columns: readonly string[] | undefined;
}

/** The column that the table is sorted by: "id", "state", "score", a label or any other field. */
export interface TaskSort {
  readonly key: string;
  readonly descending: boolean;
}

/** Everything, the best score first. */
export const noFilter: TaskFilter = {
  search: '',
  labels: new Map(),
  sort: { key: 'score', descending: true },
  columns: undefined,
};

/** Stands before the name of a plan's own label in the address, so that it is taken for nothing else. */
const ownPrefix = 'field.';

/** The labels of a filter that only a plan knows, by name. */
export function ownLabels(labels: TaskFilter['labels']): readonly string[] {
  return [...labels.keys()].filter((label) => !filterLabels.some((each) => each === label)).sort(compareText);
}

/** The filter as the query of an address; what is as usual is left out. */
export function filterText({ search, labels, sort, columns }: TaskFilter): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('q', search);
  for (const label of filterLabels) for (const value of labels.get(label) ?? []) query.append(label, value);
  for (const label of ownLabels(labels)) {
    for (const value of labels.get(label) ?? []) query.append(`${ownPrefix}${label}`, value);
  }
  if (sort.key !== noFilter.sort.key || sort.descending !== noFilter.sort.descending)
    query.set('sort', `${sort.descending ? '-' : ''}${sort.key}`);
  if (columns !== undefined) query.set('columns', columns.join(','));
  return query.toString();
}

/** The filter that a query means; what it does not know is left out. */
export function filterFrom(text: string): TaskFilter {
  const query = new URLSearchParams(text);
  const labels = filterLabels.flatMap((label) => {
    const values = query
      .getAll(label)
      .filter((value) => label !== 'state' || taskStates.some((each) => each === value));
    return values.length === 0 ? [] : [[label, values] as const];
  });
  const own = [...new Set(query.keys())]
    .filter((key) => key.startsWith(ownPrefix))
    .map((key) => [key.slice(ownPrefix.length), query.getAll(key)] as const);
  const sort = /^(-?)(\w[\w.-]*)$/.exec(query.get('sort') ?? '');
  const columns = query
    .get('columns')
    ?.split(',')
    .filter((name) => name !== '');
  return {
    search: query.get('q') ?? '',
    labels: new Map<string, readonly string[]>([...labels, ...own]),
    sort: sort?.[2] === undefined ? noFilter.sort : { key: sort[2], descending: sort[1] === '-' },
    columns: columns === undefined || columns.length === 0 ? undefined : columns,
  };
}

/** Whether a filter leaves anything out. */
export function isFiltering({ search, labels }: TaskFilter): boolean {
  return search !== '' || labels.size > 0;
}

/** The filter with these values of a label shown, or all of them. */
export function withLabel(filter: TaskFilter, label: string, values: readonly string[]): TaskFilter {
  const labels = new Map(filter.labels);
  if (values.length === 0) labels.delete(label);
  else labels.set(label, values);
  return { ...filter, labels };
}
