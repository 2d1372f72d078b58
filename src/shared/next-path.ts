const base = 'https://academy.invalid';

/**
 * The path on this site that a `next` parameter names, or undefined. The parameter is untrusted: any value that leads
 * to another site is rejected, in every spelling that browsers accept. Browsers read `\` as `/`, drop tabs and line
 * breaks, and resolve dots, so that `/.//evil.example` becomes `//evil.example`.
 */
export function safeNextPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/')) return undefined;
  if (text.includes('\\') || /\p{Cc}/u.test(text)) return undefined;
  if (!URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (url.origin !== base || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
