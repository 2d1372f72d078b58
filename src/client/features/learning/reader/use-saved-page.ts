import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReadingResource } from '../../../../shared/learning/reading.ts';
import { trpc } from '../../../trpc.ts';

/** A page that was only leafed past is not remembered. */
const restMs = 1_000;

/**
 * Remembers the page on the server, for whichever device opens the PDF next: once it rests, and when the tab is hidden
 * or left.
 * @returns whether the last attempt failed; it is made again with the next page and when the connection is back
 */
export function useSavedPage(
  resource: ReadingResource,
  page: number,
  pageCount: number,
): { isUnsaved: boolean } {
  const utils = trpc.useUtils();
  const saved = useRef(page);
  const [isUnsaved, setIsUnsaved] = useState(false);

  const save = useEffectEvent(async () => {
    const before = saved.current;
    if (page === before) return;
    saved.current = page;
    try {
      await utils.client.learning.saveReadingPage.mutate({ resource, page, pageCount });
      setIsUnsaved(false);
      await utils.learning.continueReading.invalidate();
    } catch {
      // Nothing is lost for this reader: the page is in front of them, and the note beside it says what is the matter.
      if (saved.current === page) saved.current = before;
      setIsUnsaved(true);
    }
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page starts the clock again
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
    window.addEventListener('online', saveNow);
    return () => {
      document.removeEventListener('visibilitychange', saveHidden);
      window.removeEventListener('online', saveNow);
      saveNow();
    };
  }, []);

  return { isUnsaved };
}
