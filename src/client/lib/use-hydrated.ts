import { useDeferredValue, useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;
const inBrowser = () => true;
const onServer = () => false;

/**
 * False on the server and during hydration, which must match; then true.
 * @param isSame the component renders the same before and after, so it need not be rendered again
 */
export function useHydrated(isSame = false): boolean {
  return useSyncExternalStore(neverChanges, inBrowser, isSame ? inBrowser : onServer);
}

/**
 * The same for what may appear a moment later: it is rendered in slices, so that a tap in between is handled, while
 * `useHydrated` renders everything that depends on it in one task. Also false at first in a component that mounts later.
 */
export const useHydratedSoon = (): boolean => useDeferredValue(true, false);
