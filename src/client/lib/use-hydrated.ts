import { useDeferredValue, useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;
const inBrowser = () => true;
const onServer = () => false;

/**
 * Returns false on the server and during hydration, whose renderings must match, and true afterwards.
 * @param isSame - whether the component renders the same during and after hydration; the hook then always returns true
 */
export function useHydrated(isSame = false): boolean {
  return useSyncExternalStore(neverChanges, inBrowser, isSame ? inBrowser : onServer);
}

/**
 * Like `useHydrated`, for content that may appear later. The content is rendered in slices, so that a tap between two
 * slices is handled, whereas `useHydrated` renders everything that depends on it in one task. Also false in the first
 * render of a component that mounts after hydration.
 */
export const useHydratedSoon = (): boolean => useDeferredValue(true, false);
