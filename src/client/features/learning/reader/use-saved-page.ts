import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReadingPageInput, ReadingResource } from '../../../../shared/learning/reading.ts';
import { trpc } from '../../../trpc.ts';
import { useCurrentUser } from '../../session/use-current-user.ts';

/** How many milliseconds a page must stay current before it is saved. Pages passed while scrolling are not saved. */
const restMs = 1_000;

/**
 * Saves the number of the current page of the PDF on the server: after a second on the page, and immediately when the
 * tab is hidden or closed, or the user leaves the PDF. Saves nothing during impersonation.
 * @param storedPage - the page where the user last stopped, at which the PDF opens unless the URL names another page. A
 * page that the URL names is saved only after the user has gone to another page and returned
 * @returns whether the last attempt to save failed. The next attempt is made on another page, when the browser is back
 * online, or when the tab is hidden
 */
export function useSavedPage(
  resource: ReadingResource,
  page: number,
  pageCount: number,
  storedPage: number,
): { isUnsaved: boolean } {
  const utils = trpc.useUtils();
  const { user } = useCurrentUser();
  const isOwn = user?.viewingUntil === undefined;
  const saved = useRef(page === storedPage ? undefined : page);
  const [isUnsaved, setIsUnsaved] = useState(false);

  const save = useEffectEvent(async () => {
    const before = saved.current;
    if (!isOwn || page === before) return;
    saved.current = page;
    try {
      await sendPage({ resource, page, pageCount });
      setIsUnsaved(false);
      await utils.learning.continueReading.invalidate();
      // A coaching plan that was read to its end is no longer suggested as the next one to study.
      if (page === pageCount) await utils.leaks.next.invalidate();
    } catch {
      if (saved.current === page) saved.current = before;
      setIsUnsaved(true);
    }
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page restarts the timer
  useEffect(() => {
    const timer = setTimeout(() => void save(), restMs);
    return () => clearTimeout(timer);
  }, [page]);

  useEffect(() => {
    const saveNow = () => void save();
    const saveHidden = () => {
      if (document.visibilityState === 'hidden') saveNow();
    };
    document.addEventListener('visibilitychange', saveHidden);
    window.addEventListener('pagehide', saveNow);
    window.addEventListener('online', saveNow);
    return () => {
      document.removeEventListener('visibilitychange', saveHidden);
      window.removeEventListener('pagehide', saveNow);
      window.removeEventListener('online', saveNow);
      saveNow();
    };
  }, []);

  return { isUnsaved };
}

/** Calls `learning.saveReadingPage` without the tRPC client, which waits for a batch. The request outlives the tab. */
async function sendPage(place: ReadingPageInput): Promise<void> {
  const response = await fetch('/trpc/learning.saveReadingPage', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(place),
    keepalive: true,
  });
  if (!response.ok) throw new Error(`The page was not saved: ${response.status}`);
}
