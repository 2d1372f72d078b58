import { type PointerEvent, useRef } from 'react';

/** In pixels. A shorter movement is a press. */
const leastDistance = 40;

/**
 * Handlers for an element with `touch-action: pan-y`.
 * @param onSwipe called with 1 when a finger has moved to the left, and with -1 to the right
 */
export function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const from = useRef<number>(undefined);
  return {
    onPointerDown({ pointerType, clientX }: PointerEvent) {
      from.current = pointerType === 'touch' ? clientX : undefined;
    },
    onPointerUp({ clientX }: PointerEvent) {
      const moved = clientX - (from.current ?? clientX);
      from.current = undefined;
      if (Math.abs(moved) >= leastDistance) onSwipe(moved < 0 ? 1 : -1);
    },
    // The browser scrolls the page instead.
    onPointerCancel() {
      from.current = undefined;
    },
  };
}
