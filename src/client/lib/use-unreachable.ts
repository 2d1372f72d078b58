import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isReachable } from './stale-chunks.ts';

/** Milliseconds to wait for a page's files before its skeleton is shown. */
const skeletonDelay = 150;

/** Milliseconds between two checks whether the server responds again. */
const checkInterval = 3_000;

type Preloaded = { preload?: (() => Promise<void>) | undefined };

function subscribeToConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

type Unreachable = {
  /** Whether the browser reports that it is offline. */
  offline: boolean;
  /** Requests the page that could not be loaded. Undefined if there is none, and after the server responds again. */
  retry: (() => void) | undefined;
};

/** Keeps the current page, including typed text, when the code of the next page cannot be loaded from the server. */
export function useUnreachable(): Unreachable {
  const router = useRouter();
  const [blockedHref, setBlockedHref] = useState<string>();
  const offline = useSyncExternalStore(
    subscribeToConnection,
    () => !navigator.onLine,
    () => false,
  );

  useEffect(() => {
    // The router removes `preload` after a component is loaded.
    const unloadedComponents = (path: string) =>
      router
        .getMatchedRoutes(path)[0]
        .map((route) => route.options.component as Preloaded | undefined)
        .filter((part) => part?.preload !== undefined);

    async function isOutOfReach(path: string): Promise<boolean> {
      if (unloadedComponents(path).length === 0) return false;
      const loading = Promise.all(unloadedComponents(path).map((part) => part?.preload?.())).then(
        () => 'settled',
      );
      // Online, the page opens after `skeletonDelay` even if its code is still loading. Offline, the load is awaited:
      // it soon succeeds from the browser's cache or fails.
      const timeout = new Promise((resolve) => {
        if (navigator.onLine) setTimeout(resolve, skeletonDelay);
      });
      // If the load is only slow, the navigation goes ahead and the page shows a skeleton. It also goes ahead if the
      // load failed although the server responds: a deploy has probably replaced the file, and the page is reloaded.
      if ((await Promise.race([loading, timeout])) !== 'settled' || unloadedComponents(path).length === 0)
        return false;
      return !(await isReachable());
    }

    let lastNavigation = 0;
    return router.history.block({
      enableBeforeUnload: false,
      blockerFn: async ({ currentLocation, nextLocation, action }) => {
        // A change of query parameters stays on the page.
        if (nextLocation.pathname === currentLocation.pathname) return false;
        lastNavigation += 1;
        const navigation = lastNavigation;
        const isBlocked = await isOutOfReach(nextLocation.pathname);
        // Of several clicks during this check, such as a double click, only the last one counts. This does not apply to
        // Back and Forward, because the browser has already changed the URL.
        if (navigation !== lastNavigation && (action === 'PUSH' || action === 'REPLACE')) return true;
        setBlockedHref(isBlocked ? nextLocation.href : undefined);
        return isBlocked;
      },
    });
  }, [router]);

  useEffect(() => {
    if (blockedHref === undefined || offline) return;
    const checking = setInterval(async () => {
      if (await isReachable()) setBlockedHref(undefined);
    }, checkInterval);
    return () => clearInterval(checking);
  }, [blockedHref, offline]);

  return { offline, retry: blockedHref === undefined ? undefined : () => router.history.push(blockedHref) };
}
