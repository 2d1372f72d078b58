import { useLocation } from '@tanstack/react-router';
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

/** By entry of the browser's history. */
const kept = new Map<string, ReadonlySet<string>>();

/**
 * Selected rows of a list. Going back in the browser's history restores the selection; a link opens the list without one.
 * @param filterKey identifies the current filter; a change clears the selection
 * @param listed the ids of the rows, which are selected only while they are listed; undefined until they have loaded
 */
export function useSelection(filterKey: string, listed: readonly string[] | undefined): Selection {
  const entry = useLocation({ select: ({ state: { __TSR_key: key } }) => key ?? '' });
  const [state, setState] = useState(() => ({ filterKey, ids: kept.get(entry) ?? none }));
  // Otherwise the selection would return together with an earlier filter.
  if (state.filterKey !== filterKey) setState({ filterKey, ids: none });
  const ids = state.filterKey === filterKey ? state.ids : none;
  const seen = listed && new Set(listed.filter((id) => ids.has(id)));
  if (seen && seen.size < ids.size) setState({ filterKey, ids: seen });
  const set = (next: ReadonlySet<string>) => {
    kept.set(entry, next);
    setState({ filterKey, ids: next });
  };
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
