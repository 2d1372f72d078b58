import type { OfferedPlace } from '../../../../shared/practice/drill-editor.ts';

const kindNames = { session: 'Session', product: 'PDF', plan: 'Coaching plan' } as const;

/** Sessions, PDFs and coaching plans to choose from. Values are such as `session:3`. */
export function placeOptions(places: readonly OfferedPlace[] = []): { value: string; label: string }[] {
  return places.map(({ kind, id, number, title }) => ({
    value: `${kind}:${id}`,
    label: `${kindNames[kind]} ${number}: ${title}`,
  }));
}
