import { useState } from 'react';

export type Selection = {
  count: number;
  ids: ReadonlySet<string>;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  add: (ids: readonly string[]) => void;
  clear: () => void;
};

const none: ReadonlySet<string> = new Set();

/**
 * Selected rows of a list.
 * @param filterKey identifies the current filter; a change clears the selection
 */
export function useSelection(filterKey: string): Selection {
  const [state, setState] = useState({ filterKey, ids: none });
  // Otherwise the selection would return together with an earlier filter.
  if (state.filterKey !== filterKey) setState({ filterKey, ids: none });
  const ids = state.filterKey === filterKey ? state.ids : none;
  const set = (next: ReadonlySet<string>) => setState({ filterKey, ids: next });
  return {
    count: ids.size,
    ids,
    has: (id) => ids.has(id),
    toggle: (id) =>
      set(ids.has(id) ? new Set([...ids].filter((selected) => selected !== id)) : new Set([...ids, id])),
    add: (more) => set(new Set([...ids, ...more])),
    clear: () => set(none),
  };
}
