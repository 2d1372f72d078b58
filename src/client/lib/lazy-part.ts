import { type ComponentType, lazy } from 'react';
import { isReachable, isStaleChunkError, reloadOnce } from './stale-chunks.ts';

/** Milliseconds before the second attempt. Each further wait is twice as long, up to `longestWait`. */
const firstWait = 1_000;
const longestWait = 30_000;

/**
 * A part of the layout in its own chunk. While the chunk cannot be loaded, for example offline, the page stays open
 * without the part. If it is missing although the server responds, a deploy has probably replaced it, and the page is
 * reloaded.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    let mayReload = true;
    for (let wait = firstWait; ; ) {
      try {
        return { default: await load() };
      } catch (error) {
        console.warn('A part of the page could not be loaded', error);
        // Not after the first failure, because a second attempt may succeed. Only once, because a reload may not help.
        if (mayReload && wait > firstWait && isStaleChunkError(error) && (await isReachable())) {
          mayReload = false;
          await reloadOnce();
        }
        wait = (await comesOnline(wait)) ? firstWait : Math.min(wait * 2, longestWait);
      }
    }
  });
}

/** @returns whether the browser came online within `wait` milliseconds */
function comesOnline(wait: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isOnline: boolean) => {
      clearTimeout(timer);
      window.removeEventListener('online', handleOnline);
      resolve(isOnline);
    };
    const handleOnline = () => end(true);
    const timer = setTimeout(() => end(false), wait);
    window.addEventListener('online', handleOnline);
  });
}
