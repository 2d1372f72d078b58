import { type ComponentType, lazy } from 'react';

/** Milliseconds before the second attempt. Each further wait is twice as long, up to `longestWait`. */
const firstWait = 1_000;
const longestWait = 30_000;

/**
 * A part of the layout in its own chunk. While the chunk cannot be loaded, for example offline, the page stays open
 * without the part.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    for (let wait = firstWait; ; wait = Math.min(wait * 2, longestWait)) {
      try {
        return { default: await load() };
      } catch (error) {
        console.warn('A part of the page could not be loaded', error);
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  });
}
