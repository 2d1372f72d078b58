import { type RefObject, useLayoutEffect } from 'react';

/**
 * If the element contains the focus when its component is removed from the page, `focusNext` moves the focus. By
 * default, it moves to the heading of the section or dialog around the element, or to the page's main part.
 */
export function useFocusAfterRemoval(
  ref: RefObject<HTMLElement | null>,
  focusNext: (removed: HTMLElement) => void = focusHeading,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: cleans up only on removal, when `ref` is already empty
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) focusNext(element);
    };
  }, []);
}

function focusHeading(removed: HTMLElement): void {
  const heading = removed.closest('section, [data-dialog]')?.querySelector<HTMLElement>('h1, h2, h3');
  // Later, because the section may be removed as well, and what replaces the element may take the focus.
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return;
    if (!heading?.isConnected) {
      focusMain();
      return;
    }
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}

/** Moves the focus to the page's main part, without scrolling. */
export function focusMain(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}
