import { useMemo, useSyncExternalStore } from 'react';
import { type Route, readRoute, routeHash } from './route.js';

/** What the address shows, and again whenever it changes. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => readRoute(hash), [hash]);
}

/** Changes the address without a step to go back to: for filters. */
export function replaceRoute(route: Route): void {
  window.history.replaceState(window.history.state, '', routeHash(route));
  // The browser does not tell of this change itself.
  window.dispatchEvent(new Event(replaced));
}

/** Goes to a route. */
export function goTo(route: Route): void {
  window.location.hash = routeHash(route);
}

const replaced = 'winnow-route';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  window.addEventListener(replaced, listener);
  return () => {
    window.removeEventListener('hashchange', listener);
    window.removeEventListener(replaced, listener);
  };
}
