import type { RefCallback } from 'react';

/** The bars that stick to the bottom edge now, for example one for each section of settings with unsaved changes. */
const bars = new Set<HTMLElement>();

function setOffset(): void {
  const { style } = document.documentElement;
  if (bars.size === 0) {
    style.removeProperty('--sticky-bar');
    return;
  }
  const height = Math.max(...[...bars].map(({ offsetHeight }) => offsetHeight));
  style.setProperty('--sticky-bar', `calc(${height}px + 0.5rem)`);
}

/** The `ref` of a bar that sticks to the bottom edge: toasts stay above it, whatever its height. */
export const keepToastsAbove: RefCallback<HTMLElement> = (bar) => {
  if (!bar) return undefined;
  bars.add(bar);
  bar.dataset.stickyBar = '';
  const observer = new ResizeObserver(setOffset);
  observer.observe(bar);
  return () => {
    observer.disconnect();
    bars.delete(bar);
    delete bar.dataset.stickyBar;
    setOffset();
  };
};
