/** The window event that is dispatched when the page, or a part of it, is hydrated. */
export const hydratedEvent = 'academy:hydrated';

/**
 * Attributes of a server-rendered form. Outside of a `<dialog>`, a form with the method `dialog` submits nothing, even
 * without scripts.
 */
export const withoutScripts = { method: 'dialog' } as const;

/** Signals that the page is hydrated, except for parts that are still marked with `data-not-hydrated`. */
export function announceHydrated(): void {
  window.dispatchEvent(new Event(hydratedEvent));
}

/** Signals, with an attribute of the document, that the content between header and footer is hydrated, too. */
export function announceContentHydrated(): void {
  document.documentElement.toggleAttribute('data-content-hydrated', true);
}

/**
 * Handles input before hydration, when a server-rendered page already looks ready. After hydration, the last clicked
 * button is clicked again, and each changed select or checkbox is changed again. A link clicked before hydration loads
 * its page from the server: the router cannot leave a page whose content is not hydrated yet, because React would
 * hydrate it with the state of the next page. In a form without an action, Enter counts as a click on its button.
 */
export function replayEarlyInput(): void {
  let notHydrated = '*';
  let pressed: HTMLElement | null = null;
  /** For each changed field, a function that changes it again, because rendering may reset it. */
  const changed = new Map<Element, () => void>();
  document.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      pressed = null;
      if (!(target instanceof Element)) return;
      const isContentHydrated = document.documentElement.hasAttribute('data-content-hydrated');
      if (!isContentHydrated && target.closest('a[href]')) event.stopPropagation();
      pressed = target.closest('button');
      if (!pressed?.closest(notHydrated)) pressed = null;
    },
    true,
  );
  document.addEventListener(
    'change',
    ({ target }) => {
      if (!(target instanceof Element && target.closest(notHydrated))) return;
      if (target instanceof HTMLSelectElement) {
        const { value } = target;
        changed.set(target, () => {
          target.value = value;
          target.dispatchEvent(new Event('change', { bubbles: true }));
        });
      }
      if (target instanceof HTMLInputElement && target.type === 'checkbox') {
        const { checked } = target;
        changed.set(target, () => {
          target.checked = !checked;
          target.click();
        });
      }
    },
    true,
  );
  document.addEventListener(
    'submit',
    (event) => {
      // Without an action, the browser would reload the page with the typed text in its URL.
      if (event.target instanceof HTMLFormElement && !event.target.hasAttribute('action'))
        event.preventDefault();
    },
    true,
  );
  window.addEventListener(hydratedEvent, () => {
    notHydrated = '[data-not-hydrated]';
    // During the effect that dispatched the event, React would drop a click on a part that is not hydrated yet. In a
    // separate task, React hydrates that part first.
    setTimeout(() => {
      if (!pressed?.closest(notHydrated)) pressed?.click();
      for (const [field, setAgain] of changed) {
        if (field.closest(notHydrated)) continue;
        changed.delete(field);
        setAgain();
      }
    });
  });
}
