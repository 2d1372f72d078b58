import type { SessionDetail } from '../../../../shared/learning/learning.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useBookmarks } from '../../../lib/use-bookmarks.ts';
import { Badge } from '../../../ui/badge.tsx';
import { BookmarkButton } from '../../../ui/bookmark-button.tsx';
import { Difficulty } from '../../../ui/difficulty.tsx';

/** One column; on screens of at least 64rem, also a second one, for the content with the class `sessionSide`. */
export const sessionGrid =
  'grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr] [&>*]:min-w-0';

export const sessionSide = 'lg:col-start-2 lg:row-span-2 lg:row-start-1';

export function SessionHeader({ session }: { session: SessionDetail }) {
  const isCompleted = session.access === 'open' && session.progress?.status === 'completed';
  return (
    <header className="mb-6">
      <div className="flex items-start justify-between gap-3">
        <h1 className="text-2xl font-bold wrap-anywhere sm:text-3xl">{session.title}</h1>
        {session.access === 'open' && <SessionBookmark id={session.id} />}
      </div>
      <p className="mt-3 flex min-h-6 flex-wrap items-center gap-x-5 gap-y-1 text-muted">
        <Difficulty level={session.difficulty} />
        <span className="text-sm tabular">Session {session.sessionNumber}</span>
        {session.estimatedDuration !== null && (
          <span className="text-sm tabular">{formatDuration(session.estimatedDuration)}</span>
        )}
        {session.category && <span className="text-sm wrap-anywhere">{session.category}</span>}
        {isCompleted && <Badge tone="success">Completed</Badge>}
      </p>
      {session.description && (
        <p className="mt-4 measure text-lg wrap-anywhere whitespace-pre-line text-muted">
          {session.description}
        </p>
      )}
    </header>
  );
}

function SessionBookmark({ id }: { id: number }) {
  const { isBookmarked, busy, set } = useBookmarks();
  const place = { kind: 'session', id } as const;
  const marked = isBookmarked(place);
  return (
    <BookmarkButton marked={marked} item="this session" busy={busy} onToggle={() => set(place, !marked)} />
  );
}
