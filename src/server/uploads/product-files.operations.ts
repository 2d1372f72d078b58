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

/** The same for a session's video or captions. */
export async function prepareSessionFile(
  deps: Deps,
  actor: AdminActor,
  reference: string,
  purpose: 'session_video' | 'captions',
): Promise<string> {
  return prepareAdminFile(
    deps,
    actor,
    reference,
    purpose === 'session_video'
      ? { purpose, field: 'videoPath', otherwise: 'This file is not a film' }
      : { purpose, field: 'captionsPath', otherwise: 'This file has no captions' },
  );
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

/** The same for a session's video or captions. */
export async function claimSessionFile(trx: Trx, actor: AdminActor, id: string, now: Date): Promise<void> {
  const owner = ownerOf({ actor, ticket: null });
  const claimed = await claimSecured(trx, [id], owner, ['session_video', 'captions'], actor.userId, now);
  if (claimed !== 1) throw alreadyClaimed();
}
