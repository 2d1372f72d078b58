/** The `ref` of a message that appears after an action: scrolls to it if it is outside the visible part of the form. */
export function scrollIntoView(message: HTMLElement | null): void {
  message?.scrollIntoView({ block: 'nearest' });
}
