/** Milliseconds after which it is not waited any longer. */
const longestWait = 2_000;

/** Resolves when the browser has nothing more urgent to do, for work that blocks the main thread of a phone. */
export function whenIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    // Missing in Safari.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: longestWait });
    else setTimeout(resolve);
  });
}
