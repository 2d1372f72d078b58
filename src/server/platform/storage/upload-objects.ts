import type { UploadPurpose } from '../../../shared/limits.ts';
import type { UploadRow } from '../db/tables/file-tables.ts';
import type { Storage } from './storage.ts';

export const quarantinePrefix = 'quarantine/';
/** Identity documents, encrypted at rest. */
export const documentsPrefix = 'documents/';

/** Where the sender's bytes arrive: readable by nobody until they are inspected. */
export function quarantineKey(id: string): string {
  return `${quarantinePrefix}${id}`;
}

const securedPrefixes: Record<UploadPurpose, string> = {
  registration: documentsPrefix,
  kyc: documentsPrefix,
  product: 'products/',
  session_video: 'videos/',
  captions: 'captions/',
};

/** Every place where inspected files stay, once each. */
export const securedPlaces: readonly string[] = [...new Set(Object.values(securedPrefixes))];

/** Where the inspected file stays. A video in parts is joined there, and read by nobody before it is inspected. */
export function securedKey(upload: Pick<UploadRow, 'id' | 'purpose'>): string {
  return securedPrefixes[upload.purpose] + upload.id;
}

/**
 * Removes every object that an upload may have, also one written by a securing that was cut off. Idempotent.
 * @param storeId of an upload in parts, which go first: nothing can be joined again afterwards
 */
export async function removeObjects(
  storage: Storage,
  upload: Pick<UploadRow, 'id' | 'purpose'>,
  storeId: string | null = null,
): Promise<void> {
  if (storeId !== null) await storage.multipart.abort({ key: securedKey(upload), id: storeId });
  await storage.remove(quarantineKey(upload.id));
  await storage.remove(securedKey(upload));
}
