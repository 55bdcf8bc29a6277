import { axesFrom, axesText, type MapAxes } from './map-axes.js';
import { filterFrom, filterText, type TaskFilter } from './task-filter.js';

/** What the page shows. */
export type Route =
  | { readonly view: 'overview' }
  | { readonly view: 'tasks'; readonly filter: TaskFilter }
  | { readonly view: 'map'; readonly filter: TaskFilter; readonly axes: MapAxes }
  | { readonly view: 'task'; readonly benchmark: string; readonly id: string }
  | { readonly view: 'what-if' }
  | { readonly view: 'designs' }
  | { readonly view: 'results' }
  | { readonly view: 'assess' };

/** The route that an address's part after "#" names; the overview for what is no route. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = split(hash.replace(/^#/, ''), '?');
  const [view, benchmark, id] = path.split('/').slice(1).map(decoded);
  switch (view) {
    case 'tasks':
      return { view, filter: filterFrom(query) };
    case 'map':
      return { view, filter: filterFrom(query), axes: axesFrom(query) };
    case 'task':
      return benchmark && id ? { view, benchmark, id } : { view: 'overview' };
    case 'what-if':
    case 'designs':
    case 'results':
    case 'assess':
      return { view };
    default:
      return { view: 'overview' };
  }
}

/** The address of a route, from "#" on. */
export function routeHash(route: Route): string {
  switch (route.view) {
    case 'tasks': {
      const query = filterText(route.filter);
      return query === '' ? '#/tasks' : `#/tasks?${query}`;
    }
    case 'map': {
      const query = [axesText(route.axes), filterText(route.filter)].filter((part) => part !== '').join('&');
      return query === '' ? '#/map' : `#/map?${query}`;
    }
    case 'task':
      return `#/task/${encoded(route.benchmark)}/${encoded(route.id)}`;
    default:
      return `#/${route.view}`;
  }
}

/** An id as an address can hold it: half a character, which no address can, becomes the mark for one. */
export function addressable(id: string): string {
  return id.replace(halfCharacter, '\uFFFD');
}

const halfCharacter = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function encoded(text: string): string {
  return encodeURIComponent(addressable(text));
}

function split(text: string, at: string): readonly [string, string] {
  const place = text.indexOf(at);
  return place === -1 ? [text, ''] : [text.slice(0, place), text.slice(place + 1)];
}

/** An address that somebody cut short must not stop the page. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
