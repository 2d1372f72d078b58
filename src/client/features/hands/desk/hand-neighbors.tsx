import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { getQueryKey } from '@trpc/react-query';
import { useState } from 'react';
import { useSingleKeys } from '../../../lib/use-single-keys.ts';
import { trpc } from '../../../trpc.ts';
import { buttonClass } from '../../../ui/button.tsx';

/** Leads to the hands before and after this one in the list it was opened from. Nothing after a reload forgot the list. */
export function HandNeighbors({ id }: { id: string }) {
  const ids = useListedIds();
  const navigate = useNavigate();
  const search = useSearch({ from: '/hands/$id' });
  const place = ids.indexOf(id);
  const previous = ids[place - 1];
  const next = place === -1 ? undefined : ids[place + 1];

  useSingleKeys((key, event) => {
    const to = key === 'arrowleft' ? previous : key === 'arrowright' ? next : undefined;
    if (!event.shiftKey || to === undefined) return;
    event.preventDefault();
    void navigate({ to: '/hands/$id', params: { id: to }, search });
  });

  if (previous === undefined && next === undefined) return null;
  const link = (to: string | undefined, label: string, arrow: 'Left' | 'Right') =>
    to !== undefined && (
      <Link
        to="/hands/$id"
        params={{ id: to }}
        search={search}
        title={`Shift and ${arrow === 'Left' ? '←' : '→'}`}
        aria-keyshortcuts={`Shift+Arrow${arrow}`}
        className={buttonClass('quiet', 'small')}
      >
        {label}
      </Link>
    );
  return (
    <nav aria-label="Hands of your list" className="-mr-3 flex justify-end print:hidden">
      {link(previous, 'Previous hand', 'Left')}
      {link(next, 'Next hand', 'Right')}
    </nav>
  );
}

/** The ids of the paged list that was loaded last, as far as it was loaded. */
function useListedIds(): readonly string[] {
  const client = useQueryClient();
  const [ids] = useState(() => {
    const queryKey = getQueryKey(trpc.hands.list, undefined, 'infinite');
    const lists = client.getQueryCache().findAll({ queryKey });
    const [last] = lists.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
    const data = last?.state.data as InfiniteData<{ items: { id: string }[] }> | undefined;
    return data?.pages.flatMap(({ items }) => items.map((hand) => hand.id)) ?? [];
  });
  return ids;
}
