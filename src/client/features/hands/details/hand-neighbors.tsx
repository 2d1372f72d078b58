import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSingleKeys } from '../../../lib/use-single-keys.ts';
import { trpc } from '../../../trpc.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { loadedItems } from '../../../ui/load-more.tsx';

/** Links to the neighbors of the hand in the list that it was opened from. Hidden if that list is no longer cached. */
export function HandNeighbors({ id }: { id: string }) {
  const filter = useLocation({ select: ({ state }) => state.handFilter });
  const utils = trpc.useUtils();
  // The list as it was when the hand was opened. A new note or star may change the filtered list later.
  const [ids] = useState(() => {
    const list = filter && utils.hands.list.getInfiniteData(filter);
    return list ? loadedItems(list).map((hand) => hand.id) : [];
  });
  const navigate = useNavigate();
  const search = useSearch({ from: '/hands/$id' });
  const index = ids.indexOf(id);
  const previous = ids[index - 1];
  const next = index === -1 ? undefined : ids[index + 1];
  const state = filter ? { handFilter: filter } : {};

  useSingleKeys((key, event) => {
    const to = key === 'arrowleft' ? previous : key === 'arrowright' ? next : undefined;
    if (!event.shiftKey || to === undefined) return;
    event.preventDefault();
    void navigate({ to: '/hands/$id', params: { id: to }, search, state });
  });

  if (previous === undefined && next === undefined) return null;
  const link = (to: string | undefined, label: string, arrow: 'Left' | 'Right') =>
    to !== undefined && (
      <Link
        to="/hands/$id"
        params={{ id: to }}
        search={search}
        state={state}
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
