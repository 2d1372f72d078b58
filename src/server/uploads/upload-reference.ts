import type { Storage } from '../platform/storage/storage.ts';
import { quarantineKey } from '../platform/storage/upload-objects.ts';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const objectPathPattern = new RegExp(`^/objects/(${uuid})$`);
const quarantinePattern = new RegExp(`/quarantine/(${uuid})$`);
// No user info, backslash, fragment or space: reject references that URL parsers may read differently.
const plainAddressPattern = /^https?:\/\/[!-~]+$/;
const bendingCharacters = /[\\@#]/;
const uuidPattern = new RegExp(`^${uuid}$`);

export function isUploadId(text: string): boolean {
  return uuidPattern.test(text);
}

export function objectPathOf(uploadId: string): `/objects/${string}` {
  return `/objects/${uploadId}`;
}

/**
 * Returns the id of the upload that a client's reference identifies: `/objects/{id}`, or a URL signed by this server's
 * storage. Compares the URL with one derived here, and never fetches it.
 * @returns undefined for everything else
 */
export async function parseUploadReference(storage: Storage, reference: string): Promise<string | undefined> {
  const secured = objectPathPattern.exec(reference)?.[1];
  if (secured !== undefined) return secured;
  if (!plainAddressPattern.test(reference) || bendingCharacters.test(reference)) return undefined;
  const address = URL.parse(reference);
  const id = address === null ? undefined : quarantinePattern.exec(address.pathname)?.[1];
  if (address === null || id === undefined) return undefined;
  const ours = new URL(
    await storage.signGet(quarantineKey(id), {
      expiresInSeconds: 1,
      contentType: 'application/octet-stream',
      contentDisposition: 'attachment',
    }),
  );
  return address.origin === ours.origin && address.pathname === ours.pathname ? id : undefined;
}
