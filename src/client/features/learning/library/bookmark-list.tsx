import { Link } from '@tanstack/react-router';
import type { Bookmark, BookmarkPlace } from '../../../../shared/learning/bookmarks.ts';
import { useBookmarks } from '../../../lib/use-bookmarks.ts';
import { BookmarkButton } from '../../../ui/bookmark-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Section } from '../../../ui/page.tsx';

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
              <BookmarkLink bookmark={bookmark} />
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

function BookmarkLink({ bookmark }: { bookmark: Bookmark }) {
  const { kind, id, page } = bookmark;
  const className = 'flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-3 wrap-anywhere';
  if (kind === 'session') {
    return (
      <Link to="/coaching/$id" params={{ id: String(id) }} className={className}>
        {bookmark.title} <span className="text-sm text-muted">Session</span>
      </Link>
    );
  }
  return (
    <Link to="/read/$kind/$id" params={{ kind, id: String(id) }} hash={`page-${page}`} className={className}>
      {bookmark.title} <span className="text-sm text-muted tabular">Page {page}</span>
    </Link>
  );
}
