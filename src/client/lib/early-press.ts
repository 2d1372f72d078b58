/** Told to the window when what the server drew answers. */
const aliveEvent = 'academy:alive';

/** The server's drawing answers from now on. */
export function announceAlive(): void {
  window.dispatchEvent(new Event(aliveEvent));
}

/**
 * A page that the server drew looks ready before it is. The last button that was pressed meanwhile is pressed again as
 * soon as it answers; links lead on by themselves.
 */
export function keepEarlyPress(): void {
  let pressed: HTMLElement | undefined;
  const remember = ({ target }: Event) => {
    pressed = target instanceof Element ? (target.closest('button') ?? undefined) : undefined;
  };
  document.addEventListener('click', remember, true);
  window.addEventListener(
    aliveEvent,
    () => {
      document.removeEventListener('click', remember, true);
      // In a task of its own: React, told in the middle of its work, would drop a press inside a page that it has yet to
      // hydrate, which it now does first.
      setTimeout(() => pressed?.isConnected && pressed.click());
    },
    { once: true },
  );
}
