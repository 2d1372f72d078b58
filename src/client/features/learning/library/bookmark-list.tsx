import { Link } from '@tanstack/react-router';
import type { Bookmark, BookmarkPlace } from '../../../../shared/learning/bookmarks.ts';
import { useBookmarks } from '../../../lib/use-bookmarks.ts';
import { BookmarkButton } from '../../../ui/bookmark-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Section } from '../../../ui/page.tsx';
import { useStarredHands } from '../../hands/use-starred-hands.ts';
import { PlaceLink } from '../notes/place-link.tsx';

/** The user's bookmarks and the starred hands of the academy, newest first. Hidden when there are none. */
export function BookmarkList() {
  const { bookmarks = [], busy, set } = useBookmarks();
  const { hands = [], busy: isStarBusy, set: setStar } = useStarredHands();
  const rows = [
    ...bookmarks.map((bookmark) => ({ at: bookmark.createdAt, bookmark })),
    ...hands.map((hand) => ({ at: hand.createdAt, hand })),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  if (rows.length === 0) return null;
  return (
    <Section title="Bookmarks">
      <Card padded={false}>
        <ul className="divide-y divide-border">
          {rows.map((row) =>
            'hand' in row ? (
              <li key={row.hand.id} className={rowClass}>
                <Link to="/hands/$id" params={{ id: row.hand.id }} className={linkClass}>
                  {row.hand.title} <Detail>Hand</Detail>
                </Link>
                <BookmarkButton
                  marked
                  item={row.hand.title}
                  busy={isStarBusy}
                  onToggle={() => setStar(row.hand.id, false)}
                />
              </li>
            ) : (
              <li key={`${row.bookmark.kind}-${row.bookmark.id}-${row.bookmark.page}`} className={rowClass}>
                <PlaceLink place={placeOf(row.bookmark)} className={linkClass}>
                  {row.bookmark.title}{' '}
                  <Detail>{row.bookmark.page === null ? 'Session' : `Page ${row.bookmark.page}`}</Detail>
                </PlaceLink>
                <BookmarkButton
                  marked
                  item={nameOf(row.bookmark)}
                  busy={busy}
                  onToggle={() => set(placeOf(row.bookmark), false)}
                />
              </li>
            ),
          )}
        </ul>
      </Card>
    </Section>
  );
}

const rowClass = 'flex items-center gap-3 py-1 pr-1 pl-4';
const linkClass = 'flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-3 wrap-anywhere';

function Detail({ children }: { children: string }) {
  return <span className="text-sm text-muted tabular">{children}</span>;
}

const nameOf = ({ title, page }: Bookmark) => (page === null ? title : `${title}, page ${page}`);

function placeOf({ kind, id, page }: Bookmark): BookmarkPlace {
  return kind === 'session' || page === null ? { kind: 'session', id } : { kind, id, page };
}
