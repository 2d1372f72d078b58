/**
 * A deploy removes the chunks that an open tab refers to. A reload fetches the new index.html. A guard in
 * sessionStorage prevents a reload loop for a file that is really missing. While the server cannot be reached, the page
 * is not reloaded, because the browser would discard it and have nothing to show.
 */

const guardKey = 'stale-chunk-reload';

/** A second failure within this many milliseconds is an outage rather than a deploy. */
const guardMilliseconds = 30_000;

/** Milliseconds without a response after which the server counts as unreachable. */
const reachLimit = 4_000;

/** The messages of Chromium and Firefox, Safari, and Vite. */
const chunkFailure = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

export function isStaleChunkError(error: unknown): error is Error {
  return error instanceof Error && chunkFailure.test(error.message);
}

/** Whether the server responds. While all servers are down, a proxy responds with an error instead. */
export async function isReachable(): Promise<boolean> {
  try {
    const { status } = await fetch('/healthz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(reachLimit),
    });
    return status < 500;
  } catch {
    return false;
  }
}

/**
 * Reloads the page after a chunk failed to load, unless the page has just been reloaded for that reason, the server
 * does not respond, or there is no storage for the guard.
 * @returns false if the page is not reloaded and the error must be shown
 */
export async function reloadOnce(): Promise<boolean> {
  if (!(await isReachable())) return false;
  try {
    const last = Number(sessionStorage.getItem(guardKey));
    if (Date.now() - last < guardMilliseconds) return false;
    sessionStorage.setItem(guardKey, String(Date.now()));
  } catch {
    // Browsers that block storage throw when it is accessed. Without it there is no guard, so the page is not reloaded.
    return false;
  }
  window.location.reload();
  return true;
}
