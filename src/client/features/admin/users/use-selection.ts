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

/** The latest selection of each list, by the list's entry in the browser's history. */
const selections = new Map<string, ReadonlySet<string>>();

/** The key of the list's entry in the browser's history. A link back to the list continues the earlier entry. */
export function useListEntry(): string {
  return useLocation({ select: ({ state }) => state.listEntry ?? state.__TSR_key ?? '' });
}

/**
 * Selected rows of a list. The back button, and the link back on a page that was opened from the list, restore the
 * selection; other links open the list without one.
 * @param filterKey identifies the current filter; a change clears the selection
 * @param listed the ids of the rows, which are selected only while they are listed; undefined until they have loaded
 */
export function useSelection(filterKey: string, listed: readonly string[] | undefined): Selection {
  const entry = useListEntry();
  const [state, setState] = useState(() => ({ filterKey, ids: selections.get(entry) ?? none }));
  // Otherwise the selection would return together with an earlier filter.
  if (state.filterKey !== filterKey) setState({ filterKey, ids: none });
  const ids = state.filterKey === filterKey ? state.ids : none;
  const stillListed = listed && new Set(listed.filter((id) => ids.has(id)));
  if (stillListed && stillListed.size < ids.size) setState({ filterKey, ids: stillListed });
  const set = (next: ReadonlySet<string>) => {
    selections.set(entry, next);
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
