import type { Bookmark, BookmarkPlace } from '../../../../shared/learning/bookmarks.ts';
import { useBookmarks } from '../../../lib/use-bookmarks.ts';
import { BookmarkButton } from '../../../ui/bookmark-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Section } from '../../../ui/page.tsx';
import { PlaceLink } from '../notes/place-link.tsx';

/** The user's bookmarks, newest first. Hidden when there are none. */
export function BookmarkList() {
  const { bookmarks = [], busy, set } = useBookmarks();
  if (bookmarks.length === 0) return null;
  return (
    <Section title="Bookmarks">
      <Card padded={false}>
        <ul className="divide-y divide-border">
          {bookmarks.map((bookmark) => (
            <li
              key={`${bookmark.kind}-${bookmark.id}-${bookmark.page}`}
              className="flex items-center gap-3 py-1 pr-1 pl-4"
            >
              <PlaceLink
                place={placeOf(bookmark)}
                className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-3 wrap-anywhere"
              >
                {bookmark.title}{' '}
                <span className="text-sm text-muted tabular">
                  {bookmark.page === null ? 'Session' : `Page ${bookmark.page}`}
                </span>
              </PlaceLink>
              <BookmarkButton
                marked
                item={nameOf(bookmark)}
                busy={busy}
                onToggle={() => set(placeOf(bookmark), false)}
              />
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}

const nameOf = ({ title, page }: Bookmark) => (page === null ? title : `${title}, page ${page}`);

function placeOf({ kind, id, page }: Bookmark): BookmarkPlace {
  return kind === 'session' || page === null ? { kind: 'session', id } : { kind, id, page };
}
