import type { UploadPurpose } from '../../shared/limits.ts';
import type { Actor, Uploader } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, invalidField, notFound } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import type { UploadRow } from '../platform/db/tables/file-tables.ts';
import { secureUpload } from './upload-inspection.operations.ts';
import { ownerOf, ownsUpload } from './upload-owner.ts';
import { parseUploadReference } from './upload-reference.ts';
import { claimSecured, findUpload } from './uploads.queries.ts';

/** @returns the id of the upload. @throws DomainError invalid_input for the field */
export async function readReference(deps: Deps, reference: string, field: string): Promise<string> {
  const id = await parseUploadReference(deps.storage, reference);
  if (id === undefined) throw invalidField(field, 'This is not a file that was uploaded here');
  return id;
}

/** @throws DomainError not_found, the same for an unknown upload and for another user's */
export async function findOwnUpload(deps: Deps, uploader: Uploader, id: string): Promise<UploadRow> {
  const upload = await findUpload(deps.db, id);
  if (!upload || !ownsUpload(ownerOf(uploader), upload)) throw notFound('This upload');
  return upload;
}

/**
 * Inspects and stores a user's file, so that it can be claimed. Slow file work: call it before the transaction.
 * @param expected.field - the form field that shows an error
 * @throws DomainError as `secureUpload`; not_found; invalid_input for a file with another purpose; conflict for a file
 * that is already claimed
 */
export async function prepareOwnFile(
  deps: Deps,
  actor: Actor,
  reference: string,
  expected: { purpose: UploadPurpose; field: string; wrongPurpose: string },
): Promise<UploadRow> {
  const id = await readReference(deps, reference, expected.field);
  // A logged-in user needs no upload ticket, which identifies a visitor.
  const upload = await findOwnUpload(deps, { actor, ticket: null }, id);
  if (upload.purpose !== expected.purpose) throw invalidField(expected.field, expected.wrongPurpose);
  if (upload.status === 'claimed') throw alreadyClaimed();
  return secureUpload(deps, upload);
}

/** Claims the user's file for what `trx` saves. @throws DomainError conflict if it cannot be claimed */
export async function claimOwnFile(
  trx: Trx,
  actor: Actor,
  id: string,
  now: Date,
  purpose: UploadPurpose,
): Promise<void> {
  const owner = ownerOf({ actor, ticket: null });
  if ((await claimSecured(trx, [id], owner, [purpose], actor.userId, now)) !== 1) throw alreadyClaimed();
}

export function alreadyClaimed(): DomainError {
  return new DomainError('conflict', 'This file was already used. Please upload it again.');
}
