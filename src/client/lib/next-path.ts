/**
 * The same-origin path in a `next` parameter, or undefined. A stranger writes this parameter: absolute addresses,
 * `//host` and `/\host` would lead a person who just signed in to another site.
 */
export function readNextPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined;
  const base = 'https://academy.invalid';
  try {
    const url = new URL(value, base);
    return url.origin === base ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}
