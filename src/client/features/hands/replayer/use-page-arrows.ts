import { useSingleKeys } from '../../../lib/use-single-keys.ts';
import type { Replay } from './use-replay.ts';

/**
 * If the page shows only this hand, the keys ← and → also step through the hand while no control has the focus: while
 * the focus is on the body, on `main` after a link was followed, or on a part of the page from which the focused
 * element was removed. The replayer's other keys are not handled: ↑, ↓, Home, End and Space scroll the page, and
 * letters may be shortcuts only while the replayer has the focus (WCAG 2.1.4).
 */
export function usePageArrows({ go, index }: Replay, isOnlyHand = true): void {
  useSingleKeys((key, event) => {
    const direction = key === 'arrowleft' ? -1 : key === 'arrowright' ? 1 : undefined;
    // Shift with an arrow key opens another hand.
    if (direction === undefined || event.shiftKey || !isOnlyHand) return;
    if (!(event.target instanceof Element && event.target.matches('body, main, [tabindex="-1"]'))) return;
    event.preventDefault();
    go(index + direction);
  });
}
