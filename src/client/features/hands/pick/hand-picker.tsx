import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { handBounds } from '../../../../shared/hands/hand-bounds.ts';
import type { HandOfNote } from '../../../../shared/learning/notes.ts';
import { trpc } from '../../../trpc.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { HandLineText } from '../hand-line-view.tsx';

export type HandPickerProps = { onPick: (hand: HandOfNote) => void; onClose: () => void };

/** The user's own hands, newest first, with a search. */
export function HandPicker({ onPick, onClose }: HandPickerProps) {
  const [typed, setTyped] = useState('');
  const searchText = useDeferredValue(typed.trim());
  const query = trpc.hands.list.useInfiniteQuery(searchText === '' ? {} : { q: searchText }, byCursor);
  return (
    <Dialog open onClose={onClose} title="Choose a hand">
      <TextField
        label="Search your hands"
        type="search"
        autoComplete="off"
        maxLength={handBounds.searchLength}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className="mt-3 max-h-96 overflow-y-auto">
        <QueryView
          query={query}
          skeleton={<SkeletonRows label="Loading your hands..." rows={3} rowClass="h-14" />}
          errorTitle="Your hands could not be loaded"
          note="Your note stays as you typed it."
        >
          {(data) => {
            const hands = loadedItems(data);
            if (hands.length === 0) return <NoHands isSearch={searchText !== ''} />;
            return (
              <>
                <ul className="grid gap-1">
                  {hands.map(({ id, title, line }) => (
                    <li key={id}>
                      <button
                        type="button"
                        onClick={() => onPick({ id, title, line })}
                        className="min-h-11 w-full rounded-control px-2 py-1 text-left hover:bg-sunken"
                      >
                        {title !== null && <span className="block font-semibold wrap-anywhere">{title}</span>}
                        <HandLineText line={line} className="text-muted" />
                      </button>
                    </li>
                  ))}
                </ul>
                <LoadMore query={query} label="hands" />
              </>
            );
          }}
        </QueryView>
      </div>
    </Dialog>
  );
}

function NoHands({ isSearch }: { isSearch: boolean }) {
  if (isSearch)
    return <p className="text-muted">No hand matches. Search for a card, a position or a title.</p>;
  return (
    <p className="text-muted">
      You have stored no hands yet.{' '}
      <Link to="/hands" className="underline">
        Paste your first one
      </Link>
      .
    </p>
  );
}
