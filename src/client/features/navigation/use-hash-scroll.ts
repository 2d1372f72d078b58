import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { scrollToSection } from '../../lib/scroll-to-section.ts';
import { timing } from '../../lib/timing.ts';

/** How often to look again for a section whose page is still on its way. */
const attempts = 30;

/** A hash in the address scrolls smoothly to that section, after 100 ms. */
export function useHashScroll(): void {
  const hash = useRouterState({ select: (state) => state.location.hash });
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same hash on another page is another section
  useEffect(() => {
    if (!hash) return;
    let left = attempts;
    const timer = setInterval(() => {
      left -= 1;
      if (scrollToSection(hash) || left === 0) clearInterval(timer);
    }, timing.hashScrollDelay);
    return () => clearInterval(timer);
  }, [hash, path]);
}
