import type { Storage } from '../platform/storage/storage.ts';
import { quarantineKey } from '../platform/storage/upload-objects.ts';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const objectPathPattern = new RegExp(`^/objects/(${uuid})$`);
const quarantinePattern = new RegExp(`/quarantine/(${uuid})$`);
// Rejects user info, backslashes, fragments and spaces, because URL parsers can read them differently.
const printableUrlPattern = /^https?:\/\/[!-~]+$/;
const ambiguousCharacters = /[\\@#]/;
const uuidPattern = new RegExp(`^${uuid}$`);

export function isUploadId(text: string): boolean {
  return uuidPattern.test(text);
}

export function objectPathOf(uploadId: string): `/objects/${string}` {
  return `/objects/${uploadId}`;
}

/**
 * Parses a client's reference to an upload: `/objects/{id}`, or a URL signed by this server's storage. Compares the URL
 * with one that it derives from the id, and never fetches it.
 * @returns the id of the upload; undefined for all other references
 */
export async function parseUploadReference(storage: Storage, reference: string): Promise<string | undefined> {
  const idInPath = objectPathPattern.exec(reference)?.[1];
  if (idInPath !== undefined) return idInPath;
  if (!printableUrlPattern.test(reference) || ambiguousCharacters.test(reference)) return undefined;
  const url = URL.parse(reference);
  const id = url === null ? undefined : quarantinePattern.exec(url.pathname)?.[1];
  if (url === null || id === undefined) return undefined;
  const grant = await storage.signPut(quarantineKey(id), { maxBytes: 1, expiresInSeconds: 1 });
  const expected = new URL(grant.url);
  return url.origin === expected.origin && url.pathname === expected.pathname ? id : undefined;
}

/** The name of a file whose client sent no name, or whose uploader has deleted their account. */
export const unnamedFile = 'Without a name';

/** The name of a stored file, for admins; null only if there is no file. */
export function shownFilename(uploadId: string | null, filename: string | null): string | null {
  return uploadId === null ? null : (filename ?? unnamedFile);
}
