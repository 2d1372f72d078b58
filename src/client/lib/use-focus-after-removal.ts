import { type RefObject, useLayoutEffect } from 'react';

/** If the element contains the focus when its component is removed from the page, `focusNext` moves the focus. */
export function useFocusAfterRemoval(ref: RefObject<HTMLElement | null>, focusNext: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: cleans up only on removal, when `ref` is already empty
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) focusNext();
    };
  }, []);
}
