/**
 * Parses a query as plain strings. The router's own parser reads `1e3` as a number and `"42"` as a string, and would
 * rewrite the URL.
 */
export function parsePlainSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** @returns the query with its question mark, or an empty string */
export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const known = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}
