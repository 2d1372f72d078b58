/** Told to the window when what the server drew answers, or a part of it that comes to life later. */
const aliveEvent = 'academy:alive';

/** The server's drawing answers from now on, but for parts that are still marked with `data-asleep`. */
export function announceAlive(): void {
  window.dispatchEvent(new Event(aliveEvent));
}

/**
 * A page that the server drew looks ready before it is. The last button that was pressed meanwhile is pressed again as
 * soon as it answers; links lead on by themselves.
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
    // In a task of its own: React, told in the middle of its work, would drop a press inside a page that it has yet to
    // hydrate, which it now does first.
    setTimeout(() => {
      if (!pressed?.closest(asleep)) pressed?.click();
    });
  });
}
