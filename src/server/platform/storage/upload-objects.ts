import type { UploadPurpose } from '../../../shared/limits.ts';
import type { UploadRow } from '../db/tables/file-tables.ts';
import type { Storage } from './storage.ts';

export const quarantinePrefix = 'quarantine/';
/** Objects with this prefix are encrypted at rest. */
export const documentsPrefix = 'documents/';

/** Where a file that is uploaded in a single request stays until it is inspected. No user can read it there. */
export function quarantineKey(id: string): string {
  return `${quarantinePrefix}${id}`;
}

const securedPrefixes: Record<UploadPurpose, string> = {
  registration: documentsPrefix,
  kyc: documentsPrefix,
  product: 'products/',
  session_video: 'videos/',
  captions: 'captions/',
  picture: 'pictures/',
  dispute_evidence: documentsPrefix,
  answer_voice: documentsPrefix,
};

/** Every prefix of inspected files, without duplicates. */
export const securedFolders: readonly string[] = [...new Set(Object.values(securedPrefixes))];

/**
 * Where the inspected file is stored. The parts of a video are also joined there; no user can read the video before it
 * is inspected.
 */
export function securedKey(upload: Pick<UploadRow, 'id' | 'purpose'>): string {
  return securedPrefixes[upload.purpose] + upload.id;
}

/**
 * Removes every object that an upload may have, including one from an interrupted move. Idempotent.
 * @param storeId - the store's id of a multipart upload, whose parts are removed first, so that they cannot be joined
 * afterwards
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
