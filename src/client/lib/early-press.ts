/** The window event that is dispatched when the page, or a part of it, is hydrated. */
const aliveEvent = 'academy:alive';

/** Signals that the page is hydrated, except for parts that are still marked with `data-asleep`. */
export function announceAlive(): void {
  window.dispatchEvent(new Event(aliveEvent));
}

/**
 * A server-rendered page looks ready before it is hydrated. The last button clicked before that is clicked again
 * afterwards. Links work without it.
 */
export function keepEarlyPress(): void {
  let asleep = 'button';
  let pressed: HTMLElement | null = null;
  document.addEventListener(
    'click',
    ({ target }) => {
      pressed = target instanceof Element ? target.closest('button') : null;
      if (!pressed?.closest(asleep)) pressed = null;
    },
    true,
  );
  window.addEventListener(aliveEvent, () => {
    asleep = '[data-asleep]';
    // In a separate task, because React drops a click in a part that it has not hydrated yet, and hydrates that part
    // first from now on.
    setTimeout(() => {
      if (!pressed?.closest(asleep)) pressed?.click();
    });
  });
}
