import { type ComponentType, lazy } from 'react';
import { reloadOnce } from './stale-chunks.ts';

/** Milliseconds before the second attempt. Each further wait is twice as long, up to `longestWait`. */
const firstWait = 1_000;
const longestWait = 30_000;

/**
 * A part that the page can do without for a while, in its own chunk. While the chunk cannot be loaded, for example
 * offline, the page stays open without the part. If the chunk cannot be loaded although the server responds, a deploy
 * has probably removed it, and the page is reloaded.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    for (let wait = firstWait; ; ) {
      try {
        return { default: await load() };
      } catch (error) {
        console.warn('A part of the page could not be loaded', error);
        // Only after the second failure in a row, not after each later one, because a reload may not help.
        if (wait === 2 * firstWait) await reloadOnce();
        const waiting = new AbortController();
        wait = await new Promise((resolve) => {
          setTimeout(resolve, wait, Math.min(wait * 2, longestWait));
          addEventListener('online', () => resolve(firstWait), { signal: waiting.signal });
        });
        waiting.abort();
      }
    }
  });
}
