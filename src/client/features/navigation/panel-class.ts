/** A panel below the navigation bar: full width on phones, otherwise a card at the right end of the bar. */
export const panelClass =
  'absolute inset-x-0 top-full z-40 animate-rise border-b border-border bg-surface p-2 shadow-float ' +
  'sm:inset-x-auto sm:right-6 sm:mt-1 sm:w-72 sm:rounded-card sm:border';

/** An item of the panel, at least 44 px high. */
export const panelItemClass =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left font-medium text-text hover:bg-sunken';

/**
 * A panel with a menu. In a short window, the panel scrolls and ends above the bar at the bottom of the window. In a
 * window at most 20 rem high, where the bars are not fixed, the panel has its full height.
 */
export const menuClass = `${panelClass} max-h-[calc(100dvh-8rem)] overflow-y-auto [@media(max-height:20rem)]:max-h-none`;
