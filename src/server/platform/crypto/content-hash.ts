import { createHash } from 'node:crypto';

/** A short hash of public content, for ETags and for keys of caches. */
export function contentHash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** The same content has the same ETag on every server. `http/etag.ts` compares it with that of a request. */
export function etagOf(content: string | Buffer): string {
  return `"${contentHash(content)}"`;
}
