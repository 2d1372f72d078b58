import { readingPath } from '../../shared/learning/reading-path.ts';
import type { DrillPlace } from '../../shared/practice/drills.ts';

/** Where a place opens: the session, the reader, or, for a PDF that the student may have to buy, its product page. */
export function pathOfPlace({ kind, id }: DrillPlace): string {
  if (kind === 'session') return `/coaching/${id}`;
  return kind === 'plan' ? readingPath({ kind: 'plan', id }) : `/products/${id}`;
}
