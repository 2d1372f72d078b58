/**
 * Whether `If-None-Match` contains this ETag, that is, whether the client already has this version (RFC 9110 §13.1.2).
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
