import { materialLabels } from '../../../../shared/coaching/homework.ts';
import type { OfferedPlace } from '../../../../shared/practice/drill-editor.ts';

/** Sessions, PDFs and coaching plans to choose from. The value of the session with id 3 is `session:3`. */
export function placeOptions(places: readonly OfferedPlace[] = []): { value: string; label: string }[] {
  return places.map(({ kind, id, number, title }) => ({
    value: `${kind}:${id}`,
    label: `${materialLabels[kind]} ${number}: ${title}`,
  }));
}
