import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BookmarkPlace } from '../../../../shared/learning/bookmarks.ts';
import type { NotePlace } from '../../../../shared/learning/notes.ts';

export type PlaceLinkProps = {
  place: NotePlace | BookmarkPlace;
  className?: string;
  children: ReactNode;
};

/** A link to a session, to a position in its video, or to a page of a PDF. */
export function PlaceLink({ place, className, children }: PlaceLinkProps) {
  const id = String(place.id);
  if (place.kind !== 'session') {
    return (
      <Link
        to="/read/$kind/$id"
        params={{ kind: place.kind, id }}
        hash={`page-${place.page}`}
        className={className}
      >
        {children}
      </Link>
    );
  }
  const at = 'atSeconds' in place ? place.atSeconds : null;
  return (
    <Link to="/coaching/$id" params={{ id }} search={at === null ? {} : { at }} className={className}>
      {children}
    </Link>
  );
}
