import { handBounds, handResults } from './hand-bounds.ts';
import type { HandFilter } from './hands.ts';

/**
 * The filters of the list of hands. `odd` finds the hands that contradict the rules of poker, `asked` those about which
 * the student has asked a coach.
 */
export const handFilterNames = [
  'q',
  'position',
  'kind',
  'result',
  'label',
  'starred',
  'odd',
  'asked',
  'shared',
  'leak',
  'from',
  'to',
] as const;

/** The filters as query parameters of the list's URL. */
export type HandsSearch = { [name in (typeof handFilterNames)[number]]?: string };

/** The filters for the request. Omits an unknown kind or result, and a day that is not `YYYY-MM-DD`. */
export function handFilterOf(search: HandsSearch): HandFilter {
  const { q, position, label, leak } = search;
  const kind = (['cash', 'tournament'] as const).find((known) => known === search.kind);
  const result = handResults.find((known) => known === search.result);
  const day = (value: string | undefined) => (value && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined);
  const [from, to] = [day(search.from), day(search.to)];
  return {
    ...(q && { q: q.slice(0, handBounds.searchLength) }),
    ...(position && { position }),
    ...(label && { label }),
    ...(leak && { leak }),
    ...(kind && { kind }),
    ...(result && { result }),
    ...(from && { from }),
    ...(to && { to }),
    ...(search.starred === 'yes' && { starred: true }),
    ...(search.odd === 'yes' && { odd: true }),
    ...(search.asked === 'yes' && { asked: true }),
    ...(search.shared === 'yes' && { shared: true }),
  };
}
