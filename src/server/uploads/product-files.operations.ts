import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, invalidField } from '../errors.ts';
import { prepareOwnFile } from './own-upload.operations.ts';
import { readWhole } from './upload-inspection.operations.ts';

/** The files of a product by purpose: its PDF, a session's video and captions, and its cover. */
export const productFiles = {
  product: { field: 'filePath', wrongPurpose: 'This file is not a product file' },
  session_video: { field: 'videoPath', wrongPurpose: 'This file is not a video' },
  captions: { field: 'captionsPath', wrongPurpose: 'This file is not a captions file' },
  picture: { field: 'coverPath', wrongPurpose: 'This file is not a picture' },
} as const;
type ProductFilePurpose = keyof typeof productFiles;

/**
 * Prepares a file of a product for claiming, like `prepareOwnFile`.
 * @returns the id of the upload
 */
export async function prepareProductFile(
  deps: Deps,
  actor: AdminActor,
  reference: string,
  purpose: ProductFilePurpose = 'product',
): Promise<string> {
  return (await prepareOwnFile(deps, actor, reference, { purpose, ...productFiles[purpose] })).id;
}

export type EvidenceFile = { name: string; type: string; data: Buffer };

/**
 * Reads a file that an admin uploaded as evidence of a dispute, to send it to Stripe. The file is not claimed, so the
 * sweep of unclaimed uploads erases it.
 * @param field - the form field that shows the error
 * @throws DomainError invalid_input with that field; conflict; the errors of `secureUpload`
 */
export async function readEvidenceFile(
  deps: Deps,
  actor: AdminActor,
  reference: string,
  field: string,
): Promise<EvidenceFile> {
  const wrongPurpose = 'This file was not uploaded as evidence';
  const upload = await prepareOwnFile(deps, actor, reference, {
    purpose: 'dispute_evidence',
    field,
    wrongPurpose,
  }).catch((error: unknown) => {
    const isGone = error instanceof DomainError && (error.code === 'gone' || error.code === 'not_found');
    throw isGone ? invalidField(field, evidenceGone) : error;
  });
  const stored = await deps.storage.read(upload.storage_key);
  if (!stored) throw invalidField(field, evidenceGone);
  return {
    name: upload.filename ?? 'evidence',
    type: upload.content_type ?? stored.info.contentType,
    data: await readWhole(stored.body, stored.info),
  };
}

const evidenceGone = 'This file is no longer stored. Please upload it again.';
