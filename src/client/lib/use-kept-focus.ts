import { useEffect } from 'react';

/** The parts of a page that take the focus of an element that was removed from them. */
const parts = 'tr, li, table, fieldset, form, section, main, [tabindex]';

/** Milliseconds in which the screen itself can move the focus, to a better place than this hook knows. */
const patience = 100;

/** The parts around an element, innermost first, each row and item followed by its neighbors. */
function partsAround(element: Element): Element[] {
  const found: (Element | null)[] = [];
  let part = element.parentElement?.closest(parts);
  while (part) {
    found.push(part);
    if (part.matches('tr, li')) found.push(part.nextElementSibling, part.previousElementSibling);
    part = part.parentElement?.closest(parts);
  }
  return [...found, document.querySelector('main')].filter((each) => each !== null);
}

/**
 * When the focused element is removed, such as a button that has done its work, browsers leave the focus nowhere, and
 * screen readers start again at the top of the page. Moves it to the innermost part of the page around the element that
 * remains, unless the screen moves it.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let around: readonly Element[] = [];

    function remember() {
      focused = document.activeElement;
      around = focused ? partsAround(focused) : [];
    }

    /** A click beside all controls also leaves the focus nowhere. Only then the element is still there. */
    function forget({ target }: FocusEvent) {
      queueMicrotask(() => {
        if (target === focused && focused?.isConnected && document.activeElement !== focused) focused = null;
      });
    }

    function keep() {
      if (document.activeElement !== document.body) return;
      // An emptied list says nothing.
      const part = around.find((each) => each.isConnected && each.childElementCount > 0);
      if (!(part instanceof HTMLElement)) return;
      if (!part.hasAttribute('tabindex')) part.tabIndex = -1;
      part.focus({ preventScroll: true });
    }

    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected) return;
      focused = null;
      clearTimeout(timer);
      timer = setTimeout(keep, patience);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    remember();
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', forget);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', forget);
    };
  }, []);
}
