import type { Uploader } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, invalidField, notFound } from '../errors.ts';
import type { UploadRow } from '../platform/db/tables/file-tables.ts';
import { ownerOf, ownsUpload } from './upload-owner.ts';
import { parseUploadReference } from './upload-reference.ts';
import { findUpload } from './uploads.queries.ts';

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

export function alreadyClaimed(): DomainError {
  return new DomainError('conflict', 'This file was already used. Please upload it again.');
}
