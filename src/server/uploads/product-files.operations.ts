import type { UploadPurpose } from '../../shared/limits.ts';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, invalidField } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import { alreadyClaimed, findOwnUpload, readReference } from './own-upload.operations.ts';
import { readWhole, secureUpload } from './upload-inspection.operations.ts';
import { ownerOf } from './upload-owner.ts';
import { claimSecured, findUpload } from './uploads.queries.ts';

/** The files of a product by purpose: its PDF, a session's video and captions, and its cover. */
const productFiles = {
  product: { field: 'filePath', wrongPurpose: 'This file is not a product file' },
  session_video: { field: 'videoPath', wrongPurpose: 'This file is not a video' },
  captions: { field: 'captionsPath', wrongPurpose: 'This file is not a captions file' },
  picture: { field: 'coverPath', wrongPurpose: 'This file is not a picture' },
} as const;
type ProductFilePurpose = keyof typeof productFiles;

/**
 * Prepares a file of a product for claiming. Slow file work: call it before the transaction.
 * @returns the id of the upload
 * @throws DomainError as `secureUpload`; not_found; invalid_input for a file with another purpose; conflict for a file
 * that is already claimed
 */
export async function prepareProductFile(
  deps: Deps,
  actor: AdminActor,
  reference: string,
  purpose: ProductFilePurpose = 'product',
): Promise<string> {
  return prepareAdminFile(deps, actor, reference, { purpose, ...productFiles[purpose] });
}

export type EvidenceFile = { name: string; type: string; data: Buffer };

/**
 * Reads a file that an admin uploaded as evidence of a dispute, to send it to Stripe. The file is not claimed, so the
 * sweep of unclaimed uploads erases it.
 * @param field the form field that shows the error
 * @throws DomainError invalid_input with that field; conflict; as `secureUpload`
 */
export async function readEvidenceFile(
  deps: Deps,
  actor: AdminActor,
  reference: string,
  field: string,
): Promise<EvidenceFile> {
  const wrongPurpose = 'This file was not uploaded as evidence';
  const id = await prepareAdminFile(deps, actor, reference, {
    purpose: 'dispute_evidence',
    field,
    wrongPurpose,
  }).catch((error: unknown) => {
    const isGone = error instanceof DomainError && (error.code === 'gone' || error.code === 'not_found');
    throw isGone ? invalidField(field, evidenceGone) : error;
  });
  const upload = await findUpload(deps.db, id);
  const stored = upload && (await deps.storage.read(upload.storage_key));
  if (!stored) throw invalidField(field, evidenceGone);
  return {
    name: upload.filename ?? 'evidence',
    type: upload.content_type ?? stored.info.contentType,
    data: await readWhole(stored.body, stored.info),
  };
}

const evidenceGone = 'This file is no longer stored. Please upload it again.';

async function prepareAdminFile(
  deps: Deps,
  actor: AdminActor,
  reference: string,
  expected: { purpose: UploadPurpose; field: string; wrongPurpose: string },
): Promise<string> {
  const id = await readReference(deps, reference, expected.field);
  const upload = await findOwnUpload(deps, { actor, ticket: null }, id);
  if (upload.purpose !== expected.purpose) throw invalidField(expected.field, expected.wrongPurpose);
  if (upload.status === 'claimed') throw alreadyClaimed();
  return (await secureUpload(deps, upload)).id;
}

/** Claims the file for the product that `trx` saves. @throws DomainError conflict when it cannot be claimed */
export async function claimProductFile(
  trx: Trx,
  actor: AdminActor,
  id: string,
  now: Date,
  purpose: ProductFilePurpose = 'product',
): Promise<void> {
  const owner = ownerOf({ actor, ticket: null });
  if ((await claimSecured(trx, [id], owner, [purpose], actor.userId, now)) !== 1) throw alreadyClaimed();
}
