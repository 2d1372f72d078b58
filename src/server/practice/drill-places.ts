import { readingPath } from '../../shared/learning/reading-path.ts';
import type { DrillPlace } from '../../shared/practice/drills.ts';

/** Where a place opens: the session, the reader, or for PDFs that the student may have to buy, the product's page. */
export function pathOfPlace({ kind, id }: DrillPlace): string {
  if (kind === 'session') return `/coaching/${id}`;
  return kind === 'plan' ? readingPath({ kind: 'plan', id }) : `/products/${id}`;
}
