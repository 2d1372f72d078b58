/**
 * Reads the target of a link: a path on this site, an anchor, a web address or an email address.
 * @returns the target, such as `https://example.com` for `example.com` and `mailto:ana@example.com` for
 * `ana@example.com`; undefined for any other text
 */
export function readAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (/^(?:\/(?![/\\])|#)\S*$/.test(text) || /^mailto:\S+@\S+$/i.test(text)) return text;
  if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(text)) return `mailto:${text}`;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`;
  const url = URL.parse(address);
  const isWeb = url && /^https?:$/.test(url.protocol) && url.hostname.includes('.');
  // In Markdown, a space would end the address.
  return isWeb ? address.replaceAll(/\s/g, encodeURIComponent) : undefined;
}
