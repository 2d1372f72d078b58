import { useEffect, useRef } from 'react';

/** Calls back when the browser's back button brings this page back as it was left, with all of its state (bfcache). */
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
