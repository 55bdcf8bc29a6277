import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { filterFrom, filterText, noFilter, type TaskFilter } from './task-filter.js';

export type Route =
  | WorkspaceRoute
  | { readonly view: 'results' | 'methods' }
  | { readonly view: 'task'; readonly benchmark: string; readonly id: string };

/** The workspace: the tasks shown, the chart settings, and whether the plan is being changed. */
export interface WorkspaceRoute {
  readonly view: 'workspace';
  readonly filter: TaskFilter;
  readonly chart: ChartSettings;
  readonly isEditing: boolean;
  /** The assumed cost of runs, if it was changed. */
  readonly cost: CostSettings;
}

/** The price per run in US dollars, the number of systems and the runs per task; undefined: as in the plan. */
export type CostSettings = { readonly [Key in (typeof costKeys)[number]]: number | undefined };

const costKeys = ['price', 'systems', 'runs'] as const;

/** The fields across, down and in colour; undefined: the default. `zoom`: only tasks that match the filter are drawn. */
export interface ChartSettings {
  readonly x: string | undefined;
  readonly y: string | undefined;
  readonly colour: string | undefined;
  readonly zoom: boolean;
}

export const home: WorkspaceRoute = {
  view: 'workspace',
  filter: noFilter,
  chart: { x: undefined, y: undefined, colour: undefined, zoom: false },
  isEditing: false,
  cost: { price: undefined, systems: undefined, runs: undefined },
};

const chartKeys = ['x', 'y', 'colour'] as const;

/** The route in the part of an address after "#"; the workspace if there is none. */
export function readRoute(hash: string): Route {
  const [, path = '', query = ''] = /^#?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const [view = '', benchmark, id] = path.split('/').slice(1).map(decoded);
  if (view === 'task' && benchmark && id) return { view, benchmark, id };
  if (view === 'results' || view === 'methods') return { view };
  // Views of earlier versions, which old links may contain.
  if (view === 'designs' || view === 'assess') return { view: 'methods' };
  const params = new URLSearchParams(query);
  const [x, y, colour] = chartKeys.map((key) => params.get(key) || undefined);
  return {
    view: 'workspace',
    filter: filterFrom(query),
    chart: { x, y, colour, zoom: params.has('zoom') },
    isEditing: view === 'what-if' || params.has('edit'),
    cost: { price: figure(params, 'price'), systems: figure(params, 'systems'), runs: figure(params, 'runs') },
  };
}

/** A number from the address; undefined if missing or negative. */
function figure(params: URLSearchParams, key: (typeof costKeys)[number]): number | undefined {
  const value = Number(params.get(key) || Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

export function routeHash(route: Route): string {
  switch (route.view) {
    case 'workspace': {
      const { filter, chart, isEditing, cost } = route;
      const query = new URLSearchParams();
      for (const key of chartKeys) if (chart[key] !== undefined) query.set(key, chart[key]);
      for (const key of costKeys) if (cost[key] !== undefined) query.set(key, String(cost[key]));
      if (chart.zoom) query.set('zoom', '');
      if (isEditing) query.set('edit', '');
      // "edit=" reads as well as "edit".
      const parts = [query.toString().replace(/(^|&)(zoom|edit)=(?=&|$)/g, '$1$2'), filterText(filter)];
      const text = parts.filter((part) => part !== '').join('&');
      return text === '' ? '#/' : `#/?${text}`;
    }
    case 'task':
      return `#/task/${encodeURIComponent(addressable(route.benchmark))}/${encodeURIComponent(addressable(route.id))}`;
    default:
      return `#/${route.view}`;
  }
}

/** An id that an address can contain: half a surrogate pair becomes the replacement character. */
export function addressable(id: string): string {
  return id.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\uFFFD');
}

/** A truncated address must not stop the page. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The part of an address after "#": the route, and the packed edits in it. */
export interface PackedHash {
  /** From "#" on, without the edits. */
  readonly place: string;
  readonly edits: string | undefined;
}

// A route writes a semicolon as %3B.
const mark = ';edits=';

export function readHash(hash: string): PackedHash {
  const at = hash.indexOf(mark);
  return at === -1
    ? { place: hash, edits: undefined }
    : { place: hash.slice(0, at), edits: hash.slice(at + mark.length) };
}

export function hashWith({ place, edits }: PackedHash): string {
  return `${place || '#/'}${edits === undefined ? '' : `${mark}${edits}`}`;
}

export function useRoute(): Route {
  const hash = useExternal(subscribe, readPlace);
  return useMemo(() => readRoute(hash), [hash]);
}

function readPlace(): string {
  return readHash(window.location.hash).place;
}

/** Changes the address, and marks the history entry as written by this page. */
export function changeHash(hash: string, how: 'replace' | 'push'): void {
  if (how === 'replace') window.history.replaceState({ winnow: true }, '', hash);
  else window.history.pushState({ winnow: true }, '', hash);
  // The browser fires no event for these changes.
  window.dispatchEvent(new Event(changed));
}

/** Goes to a route, with or without a history entry. The edits stay in the address. */
export function changeRoute(route: Route, how: 'replace' | 'push'): void {
  const { edits } = readHash(window.location.hash);
  changeHash(hashWith({ place: routeHash(route), edits }), how);
}

export function goTo(route: Route): void {
  window.location.hash = routeHash(route);
}

const changed = 'winnow-route';

function subscribe(listener: () => void): () => void {
  const end = new AbortController();
  window.addEventListener('hashchange', listener, end);
  window.addEventListener(changed, listener, end);
  return () => end.abort();
}

/** A value kept by the browser, followed as it changes. Both functions must be the same on every call. */
export function useExternal<Value>(subscribe: (listener: () => void) => () => void, read: () => Value): Value {
  const [value, setValue] = useState(read);
  useLayoutEffect(() => {
    const update = () => setValue(() => read());
    update();
    return subscribe(update);
  }, [subscribe, read]);
  return value;
}
