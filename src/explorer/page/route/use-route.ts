import { useMemo, useSyncExternalStore } from 'react';
import { hashWith, readHash } from './packed-hash.js';
import { type Route, readRoute, routeHash } from './route.js';

/** What the address shows, and again whenever it changes. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => readHash(window.location.hash).place);
  return useMemo(() => readRoute(hash), [hash]);
}

/** Changes the address without a step to go back to. The entry is marked as one that this page wrote. */
export function replaceHash(hash: string): void {
  window.history.replaceState({ winnow: true }, '', hash);
  // The browser does not tell of this change itself.
  window.dispatchEvent(new Event(replaced));
}

/** Goes to a route without a step to go back to, or with one; the edits in the address stay. */
export function changeRoute(route: Route, how: 'replace' | 'push'): void {
  const { edits } = readHash(window.location.hash);
  const hash = hashWith({ place: routeHash(route), edits });
  if (how === 'replace') replaceHash(hash);
  else {
    window.history.pushState({ winnow: true }, '', hash);
    window.dispatchEvent(new Event(replaced));
  }
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
