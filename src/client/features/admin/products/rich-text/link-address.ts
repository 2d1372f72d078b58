/** A page of this site, an anchor, or an address of the web or of email; `example.com` counts as https. */
export function readAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (/^(?:\/(?![/\\])|#)\S*$/.test(text) || /^mailto:\S+@\S+$/i.test(text)) return text;
  if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(text)) return `mailto:${text}`;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`;
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? address : undefined;
}
