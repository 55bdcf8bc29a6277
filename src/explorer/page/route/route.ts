import { filterFrom, filterText, type TaskFilter } from './task-filter.js';

/** A view of the page with its settings. */
export type Route =
  | { readonly view: (typeof plainViews)[number] }
  | { readonly view: 'tasks'; readonly filter: TaskFilter }
  | { readonly view: 'map'; readonly filter: TaskFilter; readonly axes: MapAxes }
  | { readonly view: 'task'; readonly benchmark: string; readonly id: string };

const plainViews = ['overview', 'what-if', 'designs', 'results', 'assess'] as const;

/** The fields across and upwards on the map, and the column of results that colours it; undefined: the default. */
export interface MapAxes {
  readonly x: string | undefined;
  readonly y: string | undefined;
  readonly colour: string | undefined;
}

/** The map as it is at first. */
export const usualAxes: MapAxes = { x: undefined, y: undefined, colour: undefined };

const axisKeys = ['x', 'y', 'colour'] as const;

/** The route in the part of an address after "#"; the overview if it is none. */
export function readRoute(hash: string): Route {
  const [, path = '', query = ''] = /^#?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const [view, benchmark, id] = path.split('/').slice(1).map(decoded);
  if (view === 'tasks') return { view, filter: filterFrom(query) };
  if (view === 'map') {
    const params = new URLSearchParams(query);
    const [x, y, colour] = axisKeys.map((key) => params.get(key) || undefined);
    return { view, filter: filterFrom(query), axes: { x, y, colour } };
  }
  if (view === 'task' && benchmark && id) return { view, benchmark, id };
  return { view: plainViews.find((each) => each === view) ?? 'overview' };
}

/** The address of a route, from "#" on. */
export function routeHash(route: Route): string {
  switch (route.view) {
    case 'tasks':
      return withQuery('#/tasks', filterText(route.filter));
    case 'map': {
      const axes = new URLSearchParams();
      for (const key of axisKeys) if (route.axes[key] !== undefined) axes.set(key, route.axes[key]);
      return withQuery('#/map', axes.toString(), filterText(route.filter));
    }
    case 'task':
      return `#/task/${encodeURIComponent(addressable(route.benchmark))}/${encodeURIComponent(addressable(route.id))}`;
    default:
      return `#/${route.view}`;
  }
}

function withQuery(path: string, ...parts: readonly string[]): string {
  const query = parts.filter((part) => part !== '').join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** An id as an address can contain it: half a surrogate pair becomes the replacement character. */
export function addressable(id: string): string {
  return id.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\uFFFD');
}

/** An address that was cut short must not stop the page. */
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

/** Splits the part of an address after "#". */
export function readHash(hash: string): PackedHash {
  const at = hash.indexOf(mark);
  return at === -1
    ? { place: hash, edits: undefined }
    : { place: hash.slice(0, at), edits: hash.slice(at + mark.length) };
}

/** Joins a route and packed edits, if there are any. */
export function hashWith({ place, edits }: PackedHash): string {
  return `${place || '#/'}${edits === undefined ? '' : `${mark}${edits}`}`;
}
