/**
 * After a deploy the chunks that an open tab knows are gone. Reloading brings the new index.html; the guard in
 * sessionStorage makes sure that a file which is really missing does not reload forever. While the academy cannot be
 * reached nothing is reloaded: the browser would throw the page away and have nothing to show instead.
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
 * Reloads the page for a failed chunk, unless that was done already or nobody would answer.
 * @returns false when there is no reload, and the failure has to be shown.
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
