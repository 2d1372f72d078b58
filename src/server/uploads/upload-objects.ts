import type { UploadRow } from '../db/schema.ts';
import type { Storage } from '../storage/storage.ts';

export const quarantinePrefix = 'quarantine/';
/** Identity documents, encrypted at rest. */
export const documentsPrefix = 'documents/';

/** Where the sender's bytes arrive: readable by nobody until they are inspected (D-22). */
export function quarantineKey(id: string): string {
  return `${quarantinePrefix}${id}`;
}

/** Where the inspected file stays. */
export function securedKey(upload: Pick<UploadRow, 'id' | 'purpose'>): string {
  return upload.purpose === 'product' ? `products/${upload.id}` : documentsPrefix + upload.id;
}

/** Removes every object that an upload may have, also one written by a securing that was cut off. Idempotent. */
export async function removeObjects(
  storage: Storage,
  upload: Pick<UploadRow, 'id' | 'purpose'>,
): Promise<void> {
  await storage.remove(quarantineKey(upload.id));
  await storage.remove(securedKey(upload));
}
