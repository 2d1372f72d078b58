import { materialLabels } from '../../../../shared/coaching/homework.ts';
import type { OfferedResource } from '../../../../shared/practice/drill-editor.ts';

/** Sessions, PDFs and coaching plans to choose from. The value of the session with id 3 is `session:3`. */
export function resourceOptions(
  resources: readonly OfferedResource[] = [],
): { value: string; label: string }[] {
  return resources.map(({ kind, id, number, title }) => ({
    value: `${kind}:${id}`,
    label: `${materialLabels[kind]} ${number}: ${title}`,
  }));
}
