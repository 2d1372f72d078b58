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

/** By the entry of the list in the browser's history. */
const kept = new Map<string, ReadonlySet<string>>();

/** The key of the list's entry in the browser's history. A link back to the list continues the earlier entry. */
export function useListEntry(): string {
  return useLocation({ select: ({ state }) => state.listEntry ?? state.__TSR_key ?? '' });
}

/**
 * Selected rows of a list. Going back in the browser's history, or with the link of a page that was opened from the list,
 * restores the selection; other links open the list without one.
 * @param filterKey identifies the current filter; a change clears the selection
 * @param listed the ids of the rows, which are selected only while they are listed; undefined until they have loaded
 */
export function useSelection(filterKey: string, listed: readonly string[] | undefined): Selection {
  const entry = useListEntry();
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
