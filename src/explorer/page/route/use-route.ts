import { useMemo, useSyncExternalStore } from 'preact/compat';
import { hashWith, type Route, readHash, readRoute, routeHash } from './route.js';

/** The route in the address, updated when it changes. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => readHash(window.location.hash).place);
  return useMemo(() => readRoute(hash), [hash]);
}

/** Changes the address. The entry of the history is marked as written by this page. */
export function changeHash(hash: string, how: 'replace' | 'push'): void {
  if (how === 'replace') window.history.replaceState({ winnow: true }, '', hash);
  else window.history.pushState({ winnow: true }, '', hash);
  // The browser does not report these changes.
  window.dispatchEvent(new Event(changed));
}

/** Goes to a route, with or without a step to go back to; the edits in the address stay. */
export function changeRoute(route: Route, how: 'replace' | 'push'): void {
  const { edits } = readHash(window.location.hash);
  changeHash(hashWith({ place: routeHash(route), edits }), how);
}

/** Goes to a route as a link does. */
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
