import type { RefCallback } from 'react';

/** The `ref` of a bar that sticks to the bottom edge: toasts stay above it, whatever its height. */
export const keepToastsAbove: RefCallback<HTMLElement> = (bar) => {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--sticky-bar', `calc(${bar.offsetHeight}px + 0.5rem)`),
  );
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--sticky-bar');
  };
};
