import type { UploadPurpose } from '../../shared/limits.ts';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import type { Trx } from '../platform/db/database.ts';
import { alreadyClaimed, findOwnUpload, invalidReference, readReference } from './own-upload.operations.ts';
import { secureUpload } from './upload-inspection.operations.ts';
import { ownerOf } from './upload-owner.ts';
import { claimSecured } from './uploads.queries.ts';

/**
 * Prepares a product's PDF for claiming. Slow file work: call it before the transaction.
 * @returns the id of the upload
 * @throws DomainError as `secureDocument`, and conflict for a claimed file
 */
export async function prepareProductFile(deps: Deps, actor: AdminActor, reference: string): Promise<string> {
  return prepareAdminFile(deps, actor, reference, {
    purpose: 'product',
    field: 'filePath',
    otherwise: 'This file is not a product file',
  });
}

const otherFiles = {
  session_video: { field: 'videoPath', otherwise: 'This file is not a film' },
  captions: { field: 'captionsPath', otherwise: 'This file has no captions' },
  picture: { field: 'coverPath', otherwise: 'This file is not a picture' },
} as const;

/** The same for a session's video or captions, or a cover picture. */
export async function prepareOtherFile(
  deps: Deps,
  actor: AdminActor,
  reference: string,
  purpose: keyof typeof otherFiles,
): Promise<string> {
  return prepareAdminFile(deps, actor, reference, { purpose, ...otherFiles[purpose] });
}

async function prepareAdminFile(
  deps: Deps,
  actor: AdminActor,
  reference: string,
  expected: { purpose: UploadPurpose; field: string; otherwise: string },
): Promise<string> {
  const id = await readReference(deps, reference, expected.field);
  const upload = await findOwnUpload(deps, { actor, ticket: null }, id);
  if (upload.purpose !== expected.purpose) throw invalidReference(expected.field, expected.otherwise);
  if (upload.status === 'claimed') throw alreadyClaimed();
  return (await secureUpload(deps, upload)).id;
}

/** Claims the file for the product that `trx` saves. @throws DomainError conflict when it cannot be claimed */
export async function claimProductFile(trx: Trx, actor: AdminActor, id: string, now: Date): Promise<void> {
  const owner = ownerOf({ actor, ticket: null });
  if ((await claimSecured(trx, [id], owner, ['product'], actor.userId, now)) !== 1) throw alreadyClaimed();
}

/** The same for a session's video or captions, or a cover picture. */
export async function claimOtherFile(trx: Trx, actor: AdminActor, id: string, now: Date): Promise<void> {
  const owner = ownerOf({ actor, ticket: null });
  const purposes = ['session_video', 'captions', 'picture'] as const;
  if ((await claimSecured(trx, [id], owner, purposes, actor.userId, now)) !== 1) throw alreadyClaimed();
}
