import { type HandFilter, handResults } from '../../../../shared/hands/hands.ts';

const names = ['q', 'position', 'kind', 'result', 'label', 'starred', 'odd', 'from', 'to'] as const;

/** The filters of the list of hands in the URL. */
export type HandsSearch = { [name in (typeof names)[number]]?: string };

export function readHandsSearch(search: Record<string, unknown>): HandsSearch {
  const result: HandsSearch = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') result[name] = value;
  }
  return result;
}

/** What the server is asked for; values that it does not know are left out. */
export function handFilterOf(search: HandsSearch): HandFilter {
  const { q, position, label } = search;
  const kind = (['cash', 'tournament'] as const).find((known) => known === search.kind);
  const result = handResults.find((known) => known === search.result);
  const day = (value: string | undefined) => (value && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined);
  const [from, to] = [day(search.from), day(search.to)];
  return {
    ...(q && { q }),
    ...(position && { position }),
    ...(label && { label }),
    ...(kind && { kind }),
    ...(result && { result }),
    ...(from && { from }),
    ...(to && { to }),
    ...(search.starred === 'yes' && { starred: true }),
    ...(search.odd === 'yes' && { odd: true }),
  };
}
