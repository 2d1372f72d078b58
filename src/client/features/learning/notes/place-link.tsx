import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { NotePlace } from '../../../../shared/learning/notes.ts';

export type PlaceLinkProps = { place: NotePlace; className?: string; children: ReactNode };

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
  return (
    <Link
      to="/coaching/$id"
      params={{ id }}
      search={place.atSeconds === null ? {} : { at: place.atSeconds }}
      className={className}
    >
      {children}
    </Link>
  );
}
