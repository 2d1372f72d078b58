import { readingPath } from '../../shared/learning/reading-path.ts';
import type { StudyResource } from '../../shared/practice/drills.ts';

/** The path of a resource: the session, the coaching plan's PDF, or, for other PDFs, the product page. */
export function pathOfResource({ kind, id }: StudyResource): string {
  if (kind === 'session') return `/coaching/${id}`;
  return kind === 'plan' ? readingPath({ kind: 'plan', id }) : `/products/${id}`;
}
