import { useSyncExternalStore } from 'react';

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
