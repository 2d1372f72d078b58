/** The window event that a hydrated page, or a part of it, dispatches. */
const aliveEvent = 'academy:alive';

/** The server's drawing answers from now on, but for parts that are still marked with `data-asleep`. */
export function announceAlive(): void {
  window.dispatchEvent(new Event(aliveEvent));
}

/**
 * A server-rendered page looks ready before it is hydrated. The last button pressed before that is pressed again
 * afterwards; links work without it.
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
    // In a separate task: React would drop a press inside a part that it has not hydrated yet, and now hydrates that
    // part first.
    setTimeout(() => {
      if (!pressed?.closest(asleep)) pressed?.click();
    });
  });
}
