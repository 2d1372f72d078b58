/**
 * After a deploy the chunks that an open tab refers to are gone. Reloading loads the new index.html; a guard in
 * sessionStorage prevents endless reloads for a file that is really missing. While the academy cannot be reached
 * nothing is reloaded, because the browser would discard the page and have nothing to show.
 */

const guardKey = 'stale-chunk-reload';

/** A second failure within this time is not a deploy but an outage. */
const guardMilliseconds = 30_000;

/** Milliseconds after which an academy that has not answered counts as unreachable. */
const reachLimit = 4_000;

/** How Chromium and Firefox, Safari, and Vite say it. */
const chunkFailure = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

export function isStaleChunkError(error: unknown): error is Error {
  return error instanceof Error && chunkFailure.test(error.message);
}

/** Whether the academy answers at all. */
export async function isReachable(): Promise<boolean> {
  try {
    await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(reachLimit) });
    return true;
  } catch {
    return false;
  }
}

type ReloadOptions = {
  storage?: Pick<Storage, 'getItem' | 'setItem'>;
  reload?: () => void;
  reachable?: () => Promise<boolean>;
  now?: number;
};

/**
 * Reloads the page for a failed chunk, unless that was done already or the server does not answer.
 * @returns false when there is no reload, and the error has to be shown.
 */
export async function reloadOnce({
  storage = sessionStorage,
  reload = () => window.location.reload(),
  reachable = isReachable,
  now = Date.now(),
}: ReloadOptions = {}): Promise<boolean> {
  if (!(await reachable())) return false;
  try {
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
