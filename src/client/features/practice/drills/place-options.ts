import type { OfferedPlace } from '../../../../shared/practice/drill-editor.ts';

const kindNames = { session: 'Session', product: 'PDF', plan: 'Coaching plan' } as const;

/**
 * Sessions, PDFs and coaching plans to choose from. Values are such as `session:3`.
 * @param places undefined until they are loaded
 * @param chosen is added if the academy no longer offers it. Without its option, the select would look empty, and the
 * user could not clear it.
 */
export function placeOptions(
  places: readonly OfferedPlace[] | undefined,
  chosen = '',
): { value: string; label: string }[] {
  if (!places) return [];
  const options = places.map(({ kind, id, number, title }) => ({
    value: `${kind}:${id}`,
    label: `${kindNames[kind]} ${number}: ${title}`,
  }));
  const isOffered = chosen === '' || options.some(({ value }) => value === chosen);
  return isOffered ? options : [...options, { value: chosen, label: 'No longer offered' }];
}
