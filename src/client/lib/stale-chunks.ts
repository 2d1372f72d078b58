/**
 * After a deploy the chunks that an open tab knows are gone (LIB-7). Reloading brings the new index.html; the guard
 * in sessionStorage makes sure that a file which is really missing does not reload forever.
 */

const guardKey = 'stale-chunk-reload';

/** A second failure within this time is not a deploy but an outage. */
const guardMilliseconds = 30_000;

/** How Chromium and Firefox, Safari, and Vite say it. */
const chunkFailure = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

export function isStaleChunkError(error: unknown): error is Error {
  return error instanceof Error && chunkFailure.test(error.message);
}

/**
 * Reloads the page for a failed chunk, unless that was done already. The router itself reloads once for the chunk of
 * a route and notes it under its own key (`lazyRouteComponent`, 1.170); what is left for us are stylesheets and parts
 * of pages that load later.
 * @returns false when it was done already, and the failure has to be shown.
 */
export function reloadOnce(
  error: Error,
  storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
  reload: () => void = () => window.location.reload(),
  now: number = Date.now(),
): boolean {
  try {
    if (storage.getItem(`tanstack_router_reload:${error.message}`)) return false;
    const last = Number(storage.getItem(guardKey) ?? 0);
    if (now - last < guardMilliseconds) return false;
    storage.setItem(guardKey, String(now));
  } catch {
    // Without storage there is no guard, and without a guard no reload.
    return false;
  }
  reload();
  return true;
}
