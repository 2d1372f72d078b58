import { useEffect } from 'react';

/** The parts of a page that take the focus of an element that was removed from them. */
const parts = 'tr, li, table, fieldset, form, header, section, main, [tabindex]';

/** Milliseconds in which the screen can move the focus itself, to a more suitable element. */
const graceMs = 100;

/**
 * The parts around an element, innermost first. After each row or item come its neighbors. Before each section comes
 * its heading, because screen readers always read a heading aloud, but a section only if it has a name.
 */
function partsAround(element: Element): Element[] {
  const found: (Element | null)[] = [];
  let part = element.parentElement?.closest(parts);
  while (part) {
    if (part.matches('header, section')) found.push(part.querySelector('h1, h2, h3'));
    found.push(part);
    if (part.matches('tr, li')) found.push(part.nextElementSibling, part.previousElementSibling);
    part = part.parentElement?.closest(parts);
  }
  return [...found, document.querySelector('main')].filter((each) => each !== null);
}

/**
 * When the focused element is removed, such as a button that has done its work, browsers leave the focus nowhere, and
 * screen readers start again at the top of the page. This hook moves the focus to the innermost remaining part around
 * the element, unless the screen moves it elsewhere.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let around: readonly Element[] = [];

    function remember() {
      focused = document.activeElement;
      around = focused ? partsAround(focused) : [];
    }

    /**
     * Forgets an element that lost the focus but is still on the page and enabled, as after a click outside of all
     * controls.
     */
    function forget({ target }: FocusEvent) {
      queueMicrotask(() => {
        if (target !== focused || document.activeElement === focused) return;
        if (focused?.isConnected && !focused.matches(':disabled')) focused = null;
      });
    }

    /** Makes the part unfocusable again. Otherwise, a later click on text in the part would focus the part. */
    function giveUp({ currentTarget: part }: FocusEvent) {
      // The part is still the active element if only the window has lost the focus. The focus will return to it.
      if (!(part instanceof HTMLElement) || document.activeElement === part) return;
      part.removeAttribute('tabindex');
      part.removeEventListener('blur', giveUp);
    }

    function keep() {
      for (const part of around) {
        // Stops as soon as a part has the focus. Parts that are hidden or were removed do not take the focus.
        if (document.activeElement !== document.body) return;
        // Screen readers would read nothing aloud for a list that is now empty.
        if (!part.textContent || !(part instanceof HTMLElement)) continue;
        if (!part.hasAttribute('tabindex')) {
          part.tabIndex = -1;
          part.addEventListener('blur', giveUp);
        }
        part.focus({ preventScroll: true });
      }
    }

    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected) return;
      focused = null;
      clearTimeout(timer);
      timer = setTimeout(keep, graceMs);
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
