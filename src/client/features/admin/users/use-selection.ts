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

/** The latest selection in each list, by the key that `useListEntry` returns. */
const selections = new Map<string, ReadonlySet<string>>();

/** The key of the list's entry in the browser's history. A link back to the list keeps the key of the earlier entry. */
export function useListEntry(): string {
  return useLocation({ select: ({ state }) => state.listEntry ?? state.__TSR_key ?? '' });
}

/**
 * Selected rows of a list. The selection is restored when the admin returns from a row's page, with the browser's back
 * button or the page's link to the list. Other links open the list with nothing selected.
 * @param filterKey - identifies the current filter; a change clears the selection
 * @param listed - the ids of all rows, undefined until the rows have loaded; a row that is no longer listed is
 * deselected
 */
export function useSelection(filterKey: string, listed: readonly string[] | undefined): Selection {
  const entry = useListEntry();
  const [state, setState] = useState(() => ({ filterKey, ids: selections.get(entry) ?? none }));
  // Clears the selection for good, so that returning to the earlier filter does not restore it.
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
