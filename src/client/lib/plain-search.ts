/**
 * A page's query as the texts that stand in it. The router's own reading takes `1e3` for a number and `"42"` for a text,
 * and would write the address again.
 */
export function parsePlainSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** @returns with its question mark, or empty */
export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const known = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}
