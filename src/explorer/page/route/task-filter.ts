import { compareText } from '../../../core/text/words.js';
import { taskStates } from '../../packed/selection-columns.js';

/** The labels that need no prefix in an address. */
export const filterLabels = ['state', 'benchmark', 'phase', 'language', 'difficulty', 'category', 'repo'] as const;

export interface TaskFilter {
  readonly search: string;
  /** The values to show by label. A missing label shows all; the empty string means unknown. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** Undefined: the usual order. */
  readonly sort: TaskSort | undefined;
  /** The columns to show, in order; undefined: the usual ones. */
  readonly columns: readonly string[] | undefined;
}

/** The column that a table is sorted by: "id", "state", "score", a label or any other field. */
export interface TaskSort {
  readonly key: string;
  readonly descending: boolean;
}

export const noFilter: TaskFilter = {
  search: '',
  labels: new Map(),
  sort: undefined,
  columns: undefined,
};

/** The prefix of a plan's own labels in an address. */
const ownPrefix = 'field.';

function ownLabels(labels: TaskFilter['labels']): readonly string[] {
  return [...labels.keys()].filter((label) => !filterLabels.some((each) => each === label)).sort(compareText);
}

export function filterText({ search, labels, sort, columns }: TaskFilter): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('q', search);
  for (const label of filterLabels) for (const value of labels.get(label) ?? []) query.append(label, value);
  for (const label of ownLabels(labels)) {
    for (const value of labels.get(label) ?? []) query.append(`${ownPrefix}${label}`, value);
  }
  if (sort !== undefined) query.set('sort', `${sort.descending ? '-' : ''}${sort.key}`);
  if (columns !== undefined) query.set('columns', columns.join(','));
  return query.toString();
}

export function filterFrom(text: string): TaskFilter {
  const query = new URLSearchParams(text);
  const isKnown = (label: string, value: string) => label !== 'state' || taskStates.some((each) => each === value);
  const usual = filterLabels.map(
    (label) => [label, query.getAll(label).filter((value) => isKnown(label, value))] as const,
  );
  const own = [...new Set(query.keys())]
    .filter((key) => key.startsWith(ownPrefix))
    .map((key) => [key.slice(ownPrefix.length), query.getAll(key)] as const);
  const [, dash, key] = /^(-?)(\w[\w.-]*)$/.exec(query.get('sort') ?? '') ?? [];
  const columns = (query.get('columns') ?? '').split(',').filter((name) => name !== '');
  return {
    search: query.get('q') ?? '',
    labels: new Map<string, readonly string[]>([...usual.filter(([, values]) => values.length > 0), ...own]),
    sort: key === undefined ? undefined : { key, descending: dash === '-' },
    columns: columns.length === 0 ? undefined : columns,
  };
}

export function isFiltering({ search, labels }: TaskFilter): boolean {
  return search !== '' || labels.size > 0;
}

/** The filter with only these values of a label, or without restriction if none are given. */
export function withLabel(filter: TaskFilter, label: string, values: readonly string[]): TaskFilter {
  const labels = new Map(filter.labels);
  if (values.length === 0) labels.delete(label);
  else labels.set(label, values);
  return { ...filter, labels };
}

export function withoutFilter({ sort, columns }: TaskFilter): TaskFilter {
  return { ...noFilter, sort, columns };
}
