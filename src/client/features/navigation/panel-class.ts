/** A panel that hangs from the bar: a sheet over the full width on phones, a card under its button elsewhere. */
export const panelClass =
  'absolute inset-x-0 top-full z-40 animate-rise border-b border-border bg-surface p-2 shadow-float ' +
  'sm:inset-x-auto sm:right-6 sm:mt-1 sm:w-72 sm:rounded-card sm:border';

/** A line in such a panel: 44 px high. */
export const panelItemClass =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left font-medium text-text hover:bg-sunken';
