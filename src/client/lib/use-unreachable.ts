import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isReachable } from './stale-chunks.ts';

/** Milliseconds to wait for a page's files before its skeleton is shown. */
const skeletonDelay = 150;

type Preloaded = { preload?: (() => Promise<void>) | undefined };

function followLine(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

type Unreachable = {
  /** The browser knows that there is no network. */
  offline: boolean;
  /** A page that could not be loaded was requested: tries again. */
  retry: (() => void) | undefined;
};

/** Stays on the page, with what is typed there, when the next page's file cannot be loaded. */
export function useUnreachable(): Unreachable {
  const router = useRouter();
  const [wanted, setWanted] = useState<string>();
  const offline = useSyncExternalStore(
    followLine,
    () => !navigator.onLine,
    () => false,
  );

  useEffect(() => {
    // Loaded files need no preload.
    const missingParts = (path: string) =>
      router
        .getMatchedRoutes(path)[0]
        .map((route) => route.options.component as Preloaded | undefined)
        .filter((part) => part?.preload !== undefined);

    async function isOutOfReach(path: string): Promise<boolean> {
      if (missingParts(path).length === 0) return false;
      const parts = Promise.all(missingParts(path).map((part) => part?.preload?.())).then(() => 'settled');
      // Offline, a file comes from the browser's cache or fails: a slow machine must not open a page without it.
      const late = new Promise((resolve) => {
        if (navigator.onLine) setTimeout(resolve, skeletonDelay);
      });
      // What is merely slow continues. What failed at a reachable server was replaced by a deploy.
      if ((await Promise.race([parts, late])) !== 'settled' || missingParts(path).length === 0) return false;
      return !(await isReachable());
    }

    return router.history.block({
      enableBeforeUnload: false,
      blockerFn: async ({ currentLocation, nextLocation }) => {
        // A search that the page writes into its own address leads nowhere else.
        if (nextLocation.pathname === currentLocation.pathname) return false;
        const stays = await isOutOfReach(nextLocation.pathname);
        setWanted(stays ? nextLocation.href : undefined);
        return stays;
      },
    });
  }, [router]);

  return { offline, retry: wanted === undefined ? undefined : () => router.history.push(wanted) };
}
