import { useEffect, useRef } from 'react';

/** Calls `onRestored` when the browser's back button restores this page from the bfcache. */
export function usePageRestored(onRestored: () => void): void {
  const latest = useRef(onRestored);
  useEffect(() => {
    latest.current = onRestored;
  });
  useEffect(() => {
    function handlePageShow(event: PageTransitionEvent) {
      if (event.persisted) latest.current();
    }
    window.addEventListener('pageshow', handlePageShow);
    return () => window.removeEventListener('pageshow', handlePageShow);
  }, []);
}
