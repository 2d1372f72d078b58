import { readingPath } from '../../shared/learning/reading-path.ts';
import type { DrillPlace } from '../../shared/practice/drills.ts';

/** The path of a place: the session, the coaching plan's PDF, or, for other PDFs, the product page. */
export function pathOfPlace({ kind, id }: DrillPlace): string {
  if (kind === 'session') return `/coaching/${id}`;
  return kind === 'plan' ? readingPath({ kind: 'plan', id }) : `/products/${id}`;
}
